import { background } from '../../platform/background.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { userIdOf } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { type CheckedSettings, channelInstance, referencesIn } from '../../plugin-host/index.ts'
import { audit } from '../auth/index.ts'
import { createCallLines } from './call-lines.ts'
import { createConnectionService } from './connection-service.ts'
import type { Channel, ChannelCreate, ChannelUpdate } from './contract.ts'
import { getChannel } from './lookup.ts'
import { presentShort } from './presenter.ts'
import * as repo from './repo.ts'
import { statusOf } from './schemas.ts'
import { type ChannelDeps, type ChannelType, createChannelViews, factsOf, keyOf } from './views.ts'

export type { ChannelDeps } from './views.ts'

type Common = Omit<ChannelUpdate, 'settings' | 'name'>

const isAdmin = ({ actor }: Scope): boolean => actor.kind !== 'user' || actor.profile === 'admin'

const COMMON = [
  'isDefault',
  'queueId',
  'userId',
  'greetingMessage',
  'farewellMessage',
  'transferMessage',
  'acceptMessage',
  'absenceMessage',
  'autoCloseMinutes',
  'autoCloseMessage',
  'autoPendingMinutes',
  'ratingEnabled',
  'ratingMessage',
  'ratingThanksMessage',
  'ratingInvalidMessage',
  'ratingExpiryMessage',
  'ratingIntervalHours',
  'ratingWaitMinutes',
  'ignoreGroups',
] as const

const commonColumns = (given: Common): repo.ChannelValues =>
  Object.fromEntries(COMMON.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))

/** A plugin that leaves groups out at their source has the switch itself; there is one word on it, not two. */
const groupsOf = (checked: CheckedSettings | null): repo.ChannelValues => {
  const own = checked?.settings.ignoreGroups
  return typeof own === 'boolean' ? { ignoreGroups: own } : {}
}

export function createChannelService(deps: ChannelDeps) {
  const { uow, host, realtime, log } = deps
  const views = createChannelViews(deps)
  const callLines = createCallLines(deps)
  const { featuresOf, full, presented, changed, usableType } = views

  /** Everything that a change names exists in this company, and its name is free. */
  const check = async (
    tx: Tx,
    id: number | null,
    change: { name?: string; common: Common; type: ChannelType | null; checked: CheckedSettings | null },
  ): Promise<void> => {
    await repo.lockChannels(tx)
    const { name, common, type, checked } = change
    if (name !== undefined && (await repo.isNameTaken(tx, name, id))) throw new AppError('ERR_CHANNEL_NAME_EXISTS')
    if (common.queueId && !(await repo.exists(tx, 'queue', common.queueId))) throw new AppError('ERR_NO_QUEUE_FOUND')
    if (common.userId && !(await repo.exists(tx, 'user', common.userId))) throw new AppError('ERR_NO_USER_FOUND')
    for (const { field, kind, id } of type && checked ? referencesIn(type.definition, checked.settings) : []) {
      if (!(await repo.exists(tx, kind, id)))
        throw new AppError('ERR_CHANNEL_SETTINGS_INVALID', { params: { field, rule: 'exists' } })
    }
  }

  const own = {
    async list(scope: Scope): Promise<Channel[]> {
      const { rows, facts } = await uow.run(scope, async (tx) => ({
        rows: await repo.listChannels(tx),
        facts: await factsOf(tx),
      }))
      if (!isAdmin(scope)) return rows.map((row) => presentShort(row, featuresOf(row.type)))
      return Promise.all(rows.map((row) => full(scope, row, facts)))
    },

    /** Channels on which the caller may open tickets. */
    async mine(scope: Scope, type: string | undefined) {
      const userId = userIdOf(scope)
      const { rows, limited } = await uow.run(scope, async (tx) => ({
        rows: await repo.listChannels(tx),
        limited: userId === null ? [] : await repo.channelIdsOfUser(tx, userId),
      }))
      return rows.flatMap((row) => {
        const features = featuresOf(row.type)
        const mayOpen = limited.length === 0 || limited.includes(row.id)
        if (!features?.startsConversation || !mayOpen || (type !== undefined && row.type !== type)) return []
        const { id, name, number, isDefault } = row
        const official = features.windowHours !== undefined
        return [{ id, name, type: row.type, status: statusOf(row.state), number, isDefault, official }]
      })
    },

    callLines: callLines.read,

    /** @throws ERR_NO_WAPP_FOUND */
    async get(scope: Scope, id: number): Promise<Channel> {
      if (isAdmin(scope)) return presented(scope, id)
      const row = await uow.run(scope, (tx) => getChannel(tx, id))
      return presentShort(row, featuresOf(row.type))
    },

    /**
     * Made, and not yet connected.
     * @throws ERR_NO_PERMISSION_CONNECTIONS_LIMIT, ERR_CHANNEL_TYPE_UNKNOWN and those of `update`
     */
    async create(scope: Scope, wanted: ChannelCreate): Promise<Channel> {
      const type = await usableType(scope, wanted.type, 'ERR_CHANNEL_TYPE_UNKNOWN')
      const checked = await host.panels.check(type, wanted.settings ?? {}, null)
      const name = wanted.name.trim()
      const row = await uow.run(scope, async (tx) => {
        await check(tx, null, { name, common: wanted, type, checked })
        const { used, limit } = await repo.connectionUsage(tx)
        if (limit !== null && used >= limit) throw new AppError('ERR_NO_PERMISSION_CONNECTIONS_LIMIT')
        const isDefault = wanted.isDefault === true || used === 0
        if (isDefault) await repo.clearDefault(tx)
        const { settings, version: settingsVersion } = checked
        const values = {
          ...commonColumns(wanted),
          ...groupsOf(checked),
          isDefault,
          isActive: false,
          settings,
          settingsVersion,
        }
        const made = await repo.insertChannel(tx, { ...values, name, type: wanted.type })
        await audit(tx, {
          action: 'channel.create',
          object: `channel:${made.id}`,
          details: { name, type: wanted.type },
        })
        return made
      })
      await checked.commit(scope.tenantId, channelInstance(row.id))
      await callLines.save(scope.tenantId, row.id, wanted.callTokens)
      if (type.definition.transport === 'webhook') await host.hookUrl(keyOf(scope, row.id))
      return changed(scope, row.id)
    },

    /** @throws ERR_NO_WAPP_FOUND, ERR_CHANNEL_NAME_EXISTS, ERR_CHANNEL_SETTINGS_INVALID, ERR_PLUGIN_OFF, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND */
    async update(scope: Scope, id: number, change: ChannelUpdate): Promise<Channel> {
      const before = await uow.run(scope, (tx) => getChannel(tx, id))
      const instance = channelInstance(id)
      const type = change.settings ? await usableType(scope, before.type, 'ERR_PLUGIN_OFF') : null
      const checked = type
        ? await host.panels.check(type, change.settings ?? {}, {
            tenantId: scope.tenantId,
            instance,
            settings: before.settings as Record<string, unknown>,
            version: before.settingsVersion,
          })
        : null
      const name = change.name?.trim()
      await uow.run(scope, async (tx) => {
        await check(tx, id, { ...(name === undefined ? {} : { name }), common: change, type, checked })
        if (change.isDefault && !before.isDefault) await repo.clearDefault(tx)
        await repo.updateChannel(tx, id, {
          ...commonColumns(change),
          ...groupsOf(checked),
          ...(name === undefined ? {} : { name }),
          ...(checked ? { settings: checked.settings, settingsVersion: checked.version } : {}),
        })
        const fields = [...Object.keys(change), ...(checked?.secrets.keys() ?? [])]
        await audit(tx, { action: 'channel.update', object: `channel:${id}`, details: { fields } })
      })
      await checked?.commit(scope.tenantId, instance)
      await callLines.save(scope.tenantId, id, change.callTokens)
      if (checked) host.channelChanged(keyOf(scope, id), checked.secrets.size > 0 ? 'reconnect' : 'changed')
      return changed(scope, id)
    },

    /** The exact name must be told. Tickets stay. @throws ERR_NO_WAPP_FOUND, ERR_CHANNEL_NAME_CONFIRM */
    async remove(scope: Scope, id: number, name: string | undefined): Promise<void> {
      await uow.run(scope, async (tx) => {
        await repo.lockChannels(tx)
        const row = await getChannel(tx, id)
        if (row.name !== name) throw new AppError('ERR_CHANNEL_NAME_CONFIRM')
        await repo.retireChannel(tx, id)
        await audit(tx, { action: 'channel.delete', object: `channel:${id}`, details: { name, type: row.type } })
      })
      const { tenantId } = scope
      await realtime.publish({ tenantId, to: 'tenant' }, 'whatsapp', { action: 'delete', whatsappId: id })
      const key = keyOf(scope, id)
      const retire = async () => {
        // The owner says goodbye to the provider while the secrets are still there.
        await host.sayGoodbye(key)
        await host.forgetSession(key).catch((error: unknown) => log.warn({ ...key, err: error }, 'no orderly goodbye'))
        host.channelChanged(key)
        await host.forgetInstance(key)
      }
      background(log, 'retire a channel', retire())
    },
  }
  return Object.assign(own, createConnectionService(deps, views))
}

export type ChannelService = ReturnType<typeof createChannelService>
