import Box from '@mui/joy/Box'
import { observer } from 'mobx-react-lite'
import type { KeyboardEvent } from 'react'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { hasFeature } from '../../../lib/permissions.ts'
import { TABS, type Tab } from './filters.ts'
import { ticketLists } from './ticket-lists.ts'

/** Tabs that most companies never fill show when there is something in them; groups never where the plan has none. */
const SHY: readonly Tab[] = ['snoozed', 'chatbot', 'groups']

const short = (count: number): string => formatNumber(count, { notation: 'compact', maximumFractionDigits: 1 })

/** Open, pending, put aside, closed, chatbot and groups, each with its number. */
export const ListTabs = observer(({ tab, onTab }: { tab: Tab; onTab(tab: Tab): void }) => {
  const t = useT('attendance')
  const { counts } = ticketLists
  const shown = TABS.filter((name) => {
    if (name === 'groups' && !hasFeature('groups')) return false
    return name === tab || !SHY.includes(name) || (counts?.[name] ?? 0) > 0
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length]
    if (!next) return
    event.preventDefault()
    onTab(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <Box role="tablist" aria-label={t('list.tabs')} onKeyDown={onKeyDown} sx={styles}>
      {shown.map((name) => (
        <Box
          key={name}
          component="button"
          type="button"
          role="tab"
          data-tab={name}
          aria-selected={name === tab}
          aria-controls="ticket-list"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
          sx={tabStyles}
        >
          {t(`tabs.${name}`)}
          {counts && (
            <Box component="span" className="tabular" sx={{ ml: 1, fontWeight: 400 }}>
              {short(counts[name])}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
})

const styles = {
  display: 'flex',
  px: 2,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  borderBottom: '1px solid',
  borderColor: 'divider',
}

const tabStyles = {
  flexShrink: 0,
  px: 2,
  minHeight: 36,
  border: 0,
  borderBottom: '2px solid transparent',
  background: 'none',
  font: 'inherit',
  fontSize: 'xs',
  fontWeight: 550,
  color: 'text.secondary',
  cursor: 'pointer',
  outlineOffset: -2,
  '&:hover': { color: 'text.primary' },
  '&[aria-selected="true"]': { color: 'primary.plainColor', borderBottomColor: 'var(--joy-palette-primary-solidBg)' },
  '@media (pointer: coarse)': { minHeight: 44 },
}
