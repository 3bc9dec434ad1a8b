import { Selection } from '../../../ticket-work-ui/selection.ts'

/** What is picked in the list of the attendance screen. */
export const selection = new Selection()
