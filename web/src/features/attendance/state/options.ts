import { preferences } from '../../../lib/preferences.ts'

/** How this person likes to work; kept in this browser. Read inside observers. */
const switchOf = (name: string, fallback: boolean) => ({
  get: (): boolean => preferences.recall(`attendance.${name}`, fallback),
  set: (on: boolean): void => preferences.remember(`attendance.${name}`, on),
})

/** Seconds for which a message can be undone; 0 sends at once. */
export const UNDO_CHOICES = [0, 5, 10] as const
type UndoSeconds = (typeof UNDO_CHOICES)[number]

export const options = {
  /** Enter sends and Shift+Enter makes a line; otherwise Ctrl+Enter sends. */
  enterSends: switchOf('enterSends', true),
  sound: switchOf('sound', true),
  /** Wanted; the browser's permission is asked when it is switched on. */
  notify: switchOf('notify', false),
  /** Reading leaves messages unread. */
  audit: switchOf('audit', false),
  sign: switchOf('sign', true),
  undoSeconds: {
    get: (): UndoSeconds => preferences.recall<UndoSeconds>('attendance.undoSeconds', 0),
    set: (seconds: UndoSeconds): void => preferences.remember('attendance.undoSeconds', seconds),
  },
  /** The panel about the contact. */
  side: switchOf('side', true),
}

export const canNotify = (): boolean => 'Notification' in window

/** Call from a click: browsers only ask then. Answers whether notifications will show. */
export async function switchNotify(on: boolean): Promise<boolean> {
  const granted = on && canNotify() && (await Notification.requestPermission()) === 'granted'
  options.notify.set(granted)
  return granted
}
