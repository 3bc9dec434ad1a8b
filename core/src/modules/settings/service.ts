import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { audit, type RealtimePort, type SessionSignals } from '../auth/index.ts'
import { checkedValue, isSettingKey, type SettingValues, USED_KEYS, withDefaults } from './catalogue.ts'
import type { MailStatus, Setting, SettingDefinition } from './contract.ts'
import { presentDefinition, presentSettings } from './presenter.ts'
import * as repo from './repo.ts'

export interface SettingDeps {
  uow: UnitOfWork
  realtime: RealtimePort
  signals: SessionSignals
  mailer: Pick<Mailer, 'mode' | 'from'>
}

/** The company's settings, within somebody's unit of work. */
export const readSettings = async (tx: Tx): Promise<SettingValues> => withDefaults(await repo.readStored(tx))

export function createSettingService({ uow, realtime, signals, mailer }: SettingDeps) {
  const list = async (scope: Scope): Promise<Setting[]> =>
    presentSettings(scope.tenantId, await uow.run(scope, repo.readStored))

  return {
    list,
    /** Those that change something. */
    catalogue: (): SettingDefinition[] => USED_KEYS.map(presentDefinition),

    /** @throws ERR_NO_SETTING_FOUND, ERR_SETTING_INVALID */
    async save(scope: Scope, key: string, given: string | number | boolean): Promise<Setting> {
      if (!isSettingKey(key)) throw new AppError('ERR_NO_SETTING_FOUND')
      const value = checkedValue(key, given)
      if (value === null) throw new AppError('ERR_SETTING_INVALID', { params: { key } })
      return uow.run(scope, async (tx) => {
        const before = withDefaults(await repo.readStored(tx))[key]
        await repo.writeSetting(tx, key, value)
        tx.emit('setting.changed', { key })
        await audit(tx, { action: 'setting.save', object: `setting:${key}`, details: { from: before, to: value } })
        const setting = presentSettings(scope.tenantId, await repo.readStored(tx)).find((row) => row.key === key)
        if (!setting) throw new AppError('ERR_NO_SETTING_FOUND')
        const { tenantId } = scope
        tx.afterCommit(() => realtime.publish({ tenantId, to: 'tenant' }, 'settings', { action: 'update', setting }))
        tx.afterCommit(() => signals.publish({ kind: 'tenant', tenantId }))
        return setting
      })
    },

    mailStatus: (): MailStatus => ({
      isConfigured: mailer.mode === 'smtp',
      from: mailer.from,
      variables: ['RECADO_MAIL_URL', 'RECADO_MAIL_FROM'],
    }),
  }
}

export type SettingService = ReturnType<typeof createSettingService>
