import { listRows } from '../../../chat-ui/list-rows.ts'

/** Styles of all rows at once: a list of many rows makes them once. */
export const rowStyles = {
  ...listRows,
  overscrollBehavior: 'contain',
  '& .row-link': { ...listRows['& .row-link'], minHeight: 64 },
  '& .row-mention': { display: 'inline-flex', color: 'primary.plainColor' },
} as const
