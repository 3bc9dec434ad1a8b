import { i18n } from '../lib/i18n/i18n.ts'
import type { Keys } from '../lib/shortcuts/keys.ts'
import { screens } from './screens.ts'

/** Something that has keys, which the person may change. */
export interface ShortcutAction {
  /** Under this name the server keeps what was chosen. */
  id: string
  /** Those that it comes with; no two have the same, so that they name it. */
  keys: Keys
  /** In the person's language; those of attendance need its texts. */
  label(): string
}

export interface ShortcutGroup {
  id: string
  title(): string
  actions: ShortcutAction[]
}

/** Everything whose keys can be changed; what else has keys keeps them (Escape, arrows, Enter). */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    id: 'general',
    title: () => i18n.t('common:keys.general'),
    actions: [
      { id: 'palette', keys: 'mod+k', label: () => i18n.t('common:keys.palette') },
      { id: 'sheet', keys: '?', label: () => i18n.t('common:keys.sheet') },
      { id: 'rail', keys: 'mod+b', label: () => i18n.t('common:keys.rail') },
      { id: 'new', keys: 'n', label: () => i18n.t('common:keys.new') },
      { id: 'search', keys: '/', label: () => i18n.t('common:keys.search') },
      { id: 'list.down', keys: 'j', label: () => i18n.t('attendance:keys.down') },
      { id: 'list.up', keys: 'k', label: () => i18n.t('attendance:keys.up') },
    ],
  },
  {
    id: 'ticket',
    title: () => i18n.t('common:screens.attendance'),
    actions: [
      { id: 'list.unread', keys: 'u', label: () => i18n.t('attendance:keys.nextUnread') },
      { id: 'ticket.accept', keys: 'a', label: () => i18n.t('attendance:actions.accept') },
      { id: 'ticket.resolve', keys: 'e', label: () => i18n.t('attendance:actions.resolve') },
      { id: 'ticket.resolveQuietly', keys: 'shift+e', label: () => i18n.t('attendance:actions.resolveQuietly') },
      { id: 'ticket.return', keys: 'b', label: () => i18n.t('attendance:actions.return') },
      { id: 'ticket.snooze', keys: 'z', label: () => i18n.t('attendance:actions.snooze') },
      { id: 'ticket.transfer', keys: 't', label: () => i18n.t('attendance:actions.transfer') },
      { id: 'ticket.schedule', keys: 'd', label: () => i18n.t('attendance:actions.schedule') },
      { id: 'ticket.log', keys: 'l', label: () => i18n.t('attendance:actions.log') },
      { id: 'conversation.write', keys: 'r', label: () => i18n.t('attendance:keys.write') },
      { id: 'conversation.undo', keys: 'shift+z', label: () => i18n.t('attendance:undo.key') },
      { id: 'conversation.find', keys: 'mod+f', label: () => i18n.t('attendance:find.inTicket') },
      { id: 'conversation.side', keys: 'i', label: () => i18n.t('attendance:side.toggle') },
    ],
  },
  {
    id: 'panel',
    title: () => i18n.t('common:screens.servicePanel'),
    actions: [{ id: 'panel.full', keys: 'f', label: () => i18n.t('common:keys.fullScreen') }],
  },
  {
    id: 'go',
    title: () => i18n.t('common:keys.go'),
    actions: [
      { id: 'go.notices', keys: 'g n', label: () => i18n.t('common:keys.notices') },
      ...screens.flatMap(({ id, rail }) =>
        rail?.keys ? [{ id: `go.${id}`, keys: rail.keys, label: () => i18n.t(`common:screens.${id}`) }] : [],
      ),
    ],
  },
]

export const shortcutActions: readonly ShortcutAction[] = shortcutGroups.flatMap(({ actions }) => actions)
