import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { RealtimePort } from '../auth/index.ts'
import { readSettings } from '../settings/index.ts'
import { DEFAULT_PREFERENCES, withDefaults } from './policy.ts'
import * as repo from './preferences-repo.ts'
import type { Preferences, PreferencesWrite } from './schemas.ts'
import { silenced } from './silence.ts'

export interface PreferencesDeps {
  uow: UnitOfWork
  clock: Clock
  realtime: RealtimePort
}

export function createPreferences({ uow, clock, realtime }: PreferencesDeps) {
  /** "Do not disturb" that has ended counts as off. */
  const shown = (stored: Partial<Preferences>): Preferences => {
    const preferences = withDefaults(stored)
    const { isOn, until } = preferences.doNotDisturb
    const isOver = isOn && until !== null && Date.parse(until) <= clock.now()
    return isOver ? { ...preferences, doNotDisturb: DEFAULT_PREFERENCES.doNotDisturb } : preferences
  }

  return {
    async readPreferences(scope: Scope): Promise<Preferences> {
      const userId = userIdOf(scope)
      return shown(userId === null ? {} : await uow.run(scope, (tx) => repo.findPreferences(tx, userId)))
    },

    /** @throws ERR_NO_PERMISSION for the operator, who is nobody of this company */
    async savePreferences(scope: Scope, { events, doNotDisturb, ...rest }: PreferencesWrite): Promise<Preferences> {
      const { tenantId } = scope
      const userId = userIdOf(scope)
      if (userId === null) throw new AppError('ERR_NO_PERMISSION')
      return uow.run(scope, async (tx) => {
        await repo.lockPreferences(tx, userId)
        const stored = await repo.findPreferences(tx, userId)
        const { timezone } = await readSettings(tx)
        const next = {
          ...stored,
          ...rest,
          ...(events ? { events: { ...withDefaults(stored).events, ...events } } : {}),
          ...(doNotDisturb ? { doNotDisturb: silenced(doNotDisturb, clock.now(), timezone) } : {}),
        }
        await repo.savePreferences(tx, userId, next)
        if (doNotDisturb || rest.quietHours) tx.emit('user.silence', { userId })
        tx.afterCommit(() =>
          realtime.publish({ tenantId, to: 'user', userId }, 'notification', { action: 'preferences' }),
        )
        return shown(next)
      })
    },
  }
}
