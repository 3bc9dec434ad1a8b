import { makeAutoObservable } from 'mobx'

export type ShellDialog =
  | 'palette'
  | 'keys'
  | 'keysEditor'
  | 'preferences'
  | 'profile'
  | 'security'
  | 'notices'
  | 'noticePreferences'

/** Which of the shell's dialogs stands open; one at a time. */
class ShellDialogs {
  open: ShellDialog | null = null

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true })
  }

  show(dialog: ShellDialog) {
    this.open = dialog
  }

  close() {
    this.open = null
  }
}

export const shellDialogs = new ShellDialogs()
