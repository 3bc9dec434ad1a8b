import GlobalStyles from '@mui/joy/GlobalStyles'
import { memo } from 'react'
import { headStyles } from './conversation/head-styles.ts'
import { historyStyles } from './conversation/history-styles.ts'
import { sideStyles } from './side/side-styles.ts'

/**
 * Styles of what is drawn anew with every ticket. They stay as long as the screen does: taking them away and bringing
 * them again would make the browser match all of the page anew.
 */
export const AttendanceStyles = memo(() => (
  <GlobalStyles styles={(theme) => ({ ...historyStyles(theme), ...headStyles(theme), ...sideStyles(theme) })} />
))
