import type { ChannelFeatures } from '@recado/sdk'
import {
  AlarmClock,
  AlarmClockOff,
  ArrowRightLeft,
  CalendarClock,
  CheckCheck,
  CircleHelp,
  Copy,
  FileDown,
  History,
  RefreshCw,
  RotateCcw,
  StickyNote,
  Trash2,
  Undo2,
  UserSearch,
} from 'lucide-react'
import { useState } from 'react'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { reportError } from '../../../lib/errors.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { hasFeature, hasMenu, type Settings } from '../../../lib/permissions.ts'
import { session } from '../../../lib/session/session.ts'
import { useShortcuts } from '../../../lib/shortcuts/registry.ts'
import { toast } from '../../../lib/toasts.ts'
import { downloadPdf } from '../../../ticket-work-ui/pdf.ts'
import type { MenuAction } from '../../../ui/action-menu.tsx'
import { noteMode } from '../notes/note-mode.ts'
import { shownWork } from '../selection/ticket-work.tsx'
import { aboutTicket, acceptTicket, closeAtOnce, reopenTicket, returnTicket, wakeTicket } from './ticket-actions.ts'
import { ticketRights } from './ticket-rules.ts'
import { usePaletteCommands } from './use-palette-commands.ts'

export type TicketDialog =
  | 'resolve'
  | 'snooze'
  | 'transfer'
  | 'schedule'
  | 'log'
  | 'why'
  | 'assignment'
  | 'sync'
  | 'delete'
export type MovedTo = 'open' | 'pending' | 'closed' | 'gone'

/** What can be done with the open ticket: the button, the menu and the keys do the same. */
export function useTicketCommands(
  ticket: LiveTicket,
  settings: Settings,
  features: ChannelFeatures | null,
  onMoved: (ticketId: number, to: MovedTo) => void,
) {
  const t = useT('attendance')
  const work = useT('ticketWorkUi')
  const [dialog, setDialog] = useState<TicketDialog | null>(null)
  const { user } = session
  const rights = ticketRights(ticket, user ?? { userId: 0, profile: 'user' }, settings, Date.now())
  const needsReason = settings.closingReasonRequired === 'enabled'

  const follow = async (change: Promise<boolean>, to: MovedTo) => {
    onMoved(ticket.id, to)
    if (!(await change)) onMoved(ticket.id, ticket.status)
  }
  const accept = () => void follow(acceptTicket(ticket), 'open')
  const reopen = () => void follow(reopenTicket(ticket), 'open')
  const giveBack = async () => {
    // what somebody else had would not come back to them
    const wasMine = ticket.userId === user?.userId
    const undo = { label: t('undo.undo'), run: () => void acceptTicket(ticket) }
    if (await returnTicket(ticket))
      toast.success(t('done.returned'), wasMine ? { action: undo, about: aboutTicket(ticket.id) } : {})
  }
  const wake = async () => {
    if (await wakeTicket(ticket)) toast.success(t('done.woken'))
  }
  const resolveQuietly = async () => {
    if (needsReason) setDialog('resolve')
    else if (await closeAtOnce(ticket, { sendFarewellMessage: false, askRating: false }))
      toast.success(t('done.resolved'), {
        action: { label: t('actions.reopen'), run: () => void reopenTicket(ticket) },
        about: aboutTicket(ticket.id),
      })
  }
  const resolve = () => setDialog('resolve')
  const runPrimary = () => {
    const run = { accept, resolve, reopen }
    if (rights.primary) run[rights.primary]()
  }
  const copyProtocol = () =>
    navigator.clipboard.writeText(ticket.protocol).then(
      () => toast.success(t('done.copied', { protocol: ticket.protocol })),
      () => toast.info(ticket.protocol),
    )
  const savePdf = async () => {
    try {
      const task = await downloadPdf(ticket.id)
      if (task !== null) shownWork.show(task)
      else toast.success(work('pdf.saved'))
    } catch (error) {
      reportError(error)
    }
  }
  const is = (action: typeof rights.primary) => rights.primary === action

  const menu: (MenuAction | false)[] = [
    rights.canReturn && {
      id: 'return',
      label: t('actions.return'),
      icon: Undo2,
      keys: 'b',
      run: () => void giveBack(),
    },
    rights.canSnooze && {
      id: 'snooze',
      label: t('actions.snooze'),
      icon: AlarmClock,
      keys: 'z',
      run: () => setDialog('snooze'),
    },
    ticket.snoozedUntil !== null && {
      id: 'wake',
      label: t('snooze.wake'),
      icon: AlarmClockOff,
      run: () => void wake(),
    },
    rights.canTransfer && {
      id: 'transfer',
      label: t('actions.transfer'),
      icon: ArrowRightLeft,
      keys: 't',
      run: () => setDialog('transfer'),
    },
    ticket.postId === null &&
      hasMenu('schedules') && {
        id: 'schedule',
        label: t('actions.schedule'),
        icon: CalendarClock,
        keys: 'd',
        run: () => setDialog('schedule'),
      },
    ticket.status !== 'closed' && {
      id: 'quiet',
      label: t('actions.resolveQuietly'),
      icon: CheckCheck,
      keys: 'shift+e',
      run: () => void resolveQuietly(),
    },
    is('reopen') && { id: 'reopen', label: t('actions.reopen'), icon: RotateCcw, run: reopen },
    { id: 'protocol', label: t('header.copyProtocol'), icon: Copy, apart: true, run: () => void copyProtocol() },
    { id: 'log', label: t('actions.log'), icon: History, keys: 'l', run: () => setDialog('log') },
    { id: 'why', label: t('actions.why'), icon: CircleHelp, keys: 'w', run: () => setDialog('why') },
    {
      id: 'note',
      label: t('notes.write'),
      icon: StickyNote,
      keys: 'm',
      run: () => noteMode.start(ticket.id),
    },
    ticket.status === 'pending' &&
      ticket.userId === null && {
        id: 'assignment',
        label: t('actions.whyNotAssigned'),
        icon: UserSearch,
        run: () => setDialog('assignment'),
      },
    rights.canPeek && { id: 'pdf', label: work('pdf.action'), icon: FileDown, run: () => void savePdf() },
    features?.history === true &&
      hasFeature('importMessages') && {
        id: 'sync',
        label: t('actions.sync'),
        icon: RefreshCw,
        run: () => setDialog('sync'),
      },
    rights.canDelete && {
      id: 'delete',
      label: t('actions.delete'),
      icon: Trash2,
      tone: 'danger',
      apart: true,
      run: () => setDialog('delete'),
    },
  ]
  usePaletteCommands(t('keys.ticket'), menu)
  useShortcuts(
    t('keys.ticket'),
    [
      ...(is('accept') ? [{ keys: 'a', label: t('actions.accept'), run: accept }] : []),
      ...(ticket.status === 'open' ? [{ keys: 'e', label: t('actions.resolve'), run: resolve }] : []),
      ...menu
        .filter((action) => action !== false)
        .flatMap(({ keys, label, run }) => (keys ? [{ keys, label, run }] : [])),
    ],
    dialog === null,
  )
  return { rights, menu, runPrimary, wake: () => void wake(), dialog, closeDialog: () => setDialog(null) }
}
