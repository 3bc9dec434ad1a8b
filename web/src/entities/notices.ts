import { localTime } from '@recado/core/modules/auth/policy'
import { type NoticeEvent, notificationsContract, type Preferences } from '@recado/core/modules/notifications/contract'
import { DEFAULT_PREFERENCES, isSilent } from '@recado/core/modules/notifications/policy'
import { makeAutoObservable, observableRef } from 'mobx'
import { timeZone } from '../lib/format/time-zone.ts'
import { call } from '../lib/http/client.ts'
import { playSound } from '../lib/sounds.ts'

/** How this person wants to be told; asked of the server once, and again when it says so. */
class Notices {
  /** Of the bell. */
  unread = 0
  preferences: Preferences = DEFAULT_PREFERENCES

  constructor() {
    makeAutoObservable(this, { preferences: observableRef }, { autoBind: true })
  }

  setUnread(unread: number) {
    this.unread = unread
  }

  setPreferences(preferences: Preferences) {
    this.preferences = preferences
  }

  async loadPreferences(): Promise<void> {
    this.setPreferences(await call(notificationsContract.routes.preferences, { quiet: true }))
  }

  /** Do not disturb, or quiet hours, now. */
  isSilent(): boolean {
    const { doNotDisturb, quietHours } = this.preferences
    // asked with every message, and the wall clock of a time zone is dear
    if (!doNotDisturb.isOn && !quietHours.isOn) return false
    const now = Date.now()
    return isSilent(this.preferences, now, localTime(now, timeZone()))
  }

  sound(event: NoticeEvent) {
    if (!this.isSilent()) playSound(this.preferences.events[event].sound, this.preferences.volume)
  }

  /** Whether it may show on the screen. */
  shows(event: NoticeEvent): boolean {
    return this.preferences.events[event].toast && !this.isSilent()
  }

  clear() {
    this.unread = 0
    this.preferences = DEFAULT_PREFERENCES
  }
}

export const notices = new Notices()
