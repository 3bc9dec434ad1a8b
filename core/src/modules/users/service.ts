import type { Vault } from '../../platform/crypto/vault.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { idsOf, pageOf } from '../../platform/http/shapes.ts'
import type { LoginDay } from '../auth/contract.ts'
import {
  type AuthService,
  audit,
  type FileUrl,
  normaliseEmail,
  type Passwords,
  passwordFault,
  type RealtimePort,
  type SessionSignals,
} from '../auth/index.ts'
import { isUsableSchedule } from '../auth/policy.ts'
import type { LoginSchedule, SipWrite, User, UserCreate, UserUpdate } from './contract.ts'
import {
  canReadSchedule,
  canSaveConfigs,
  changesRights,
  needsOwnPassword,
  permittedChange,
  seesAccess,
  type UserActor,
} from './policy.ts'
import { presentUser } from './presenter.ts'
import * as repo from './repo.ts'
import { hasAllOfSip, sealSip, sipValues } from './sip.ts'

const PAGE = 40

export interface UserDeps {
  uow: UnitOfWork
  auth: Pick<AuthService, 'confirmPassword' | 'endSessions' | 'resetTwoFactor'>
  vault: Vault
  passwords: Passwords
  signals: SessionSignals
  realtime: RealtimePort
  fileUrl: FileUrl
  /** Gives the work of somebody who is gone, or no longer works here, to others; in the same transaction. */
  releaseWork: (tx: Tx, userId: number) => Promise<void>
  /** Takes the person out of whatever else other modules keep; in the same transaction. */
  beforeRemoval: (tx: Tx, userId: number) => Promise<void>
}

const actorOf = ({ actor }: Scope): UserActor => {
  if (actor.kind === 'user') return { userId: actor.userId, profile: actor.profile, isOperator: false }
  return { userId: actor.kind === 'operator' ? actor.userId : 0, profile: 'admin', isOperator: true }
}

const found = <T>(value: T | null): T => {
  if (value === null) throw new AppError('ERR_NO_USER_FOUND')
  return value
}

/** Fields of a change that are columns of the user. */
const valuesOf = (change: UserUpdate): repo.UserValues => ({
  ...(change.name === undefined ? {} : { name: change.name.trim() }),
  ...(change.email === undefined ? {} : { email: change.email }),
  ...(change.profile === undefined ? {} : { profile: change.profile }),
  ...(change.isActive === undefined ? {} : { isActive: change.isActive }),
  ...(change.locale === undefined ? {} : { locale: change.locale }),
  ...(change.profilePicId === undefined ? {} : { profilePicId: change.profilePicId }),
  ...(change.blockMultipleLogins === undefined ? {} : { blockMultipleLogins: change.blockMultipleLogins }),
  ...(change.ignoreWallet === undefined ? {} : { ignoreWallet: change.ignoreWallet }),
  ...(change.allowCalls === undefined ? {} : { allowCalls: change.allowCalls }),
  ...(change.ticketCapacity === undefined ? {} : { ticketCapacity: change.ticketCapacity }),
  ...(change.sip === undefined ? {} : sipValues(change.sip)),
})

/** What the audit keeps of a change: which fields, and new rights; no names, addresses or secrets. */
const auditDetails = ({ profile, isActive, queues, channels, callChannels, ...others }: UserUpdate) => ({
  fields: Object.keys(others).filter((field) => field !== 'currentPassword'),
  ...(profile === undefined ? {} : { profile }),
  ...(isActive === undefined ? {} : { isActive }),
  ...(queues === undefined ? {} : { queues: idsOf(queues) }),
  ...(channels === undefined ? {} : { channels: idsOf(channels) }),
  ...(callChannels === undefined ? {} : { callChannels: idsOf(callChannels) }),
})

export function createUserService(deps: UserDeps) {
  const { uow, auth, passwords, signals, realtime, fileUrl, vault, releaseWork, beforeRemoval } = deps

  const present = (scope: Scope, row: repo.UserRow): User =>
    presentUser(row, fileUrl, seesAccess(actorOf(scope), row.id))
  /** To everybody in the company. */
  const shown = (row: repo.UserRow): User => presentUser(row, fileUrl, false)

  const tell = (tenantId: number, payload: object) => realtime.publish({ tenantId, to: 'tenant' }, 'user', payload)

  const hashed = async (password: string, words: string[]): Promise<string> => {
    const fault = passwordFault(password, words)
    if (fault) throw new AppError(fault)
    return passwords.hash(password)
  }

  const checkLimit = async (tx: Tx): Promise<void> => {
    const limit = await repo.userLimit(tx)
    if (limit !== null && (await repo.countActive(tx)) >= limit) throw new AppError('ERR_USER_LIMIT_USER_CREATION')
  }

  const saveLinks = async (
    tx: Tx,
    userId: number,
    { queues, channels, callChannels }: Pick<UserUpdate, 'queues' | 'channels' | 'callChannels'>,
  ): Promise<void> => {
    if (queues && !(await repo.replaceQueues(tx, userId, idsOf(queues)))) throw new AppError('ERR_NO_QUEUE_FOUND')
    if (channels && !(await repo.replaceChannels(tx, userId, idsOf(channels)))) throw new AppError('ERR_NO_WAPP_FOUND')
    if (callChannels && !(await repo.replaceCallChannels(tx, userId, idsOf(callChannels))))
      throw new AppError('ERR_NO_WAPP_FOUND')
  }

  /** The sealed form of a SIP password that a change brings. */
  const sipPassword = async ({ tenantId }: Scope, userId: number, sip: SipWrite | undefined) =>
    sip?.password === undefined ? {} : { sipPassword: await sealSip(vault, tenantId, userId, sip.password) }

  /** Inserts a user within somebody's unit of work; the limit was checked or does not apply. @throws ERR_USER_EXIST */
  const insert = async (
    tx: Tx,
    user: repo.UserValues & { name: string; email: string; passwordHash: string },
  ): Promise<number> => {
    const id = await repo.insertUser(tx, { ...user, name: user.name.trim() })
    if (!(await repo.takeEmail(tx, id, user.email))) throw new AppError('ERR_USER_EXIST')
    return id
  }

  return {
    insert,

    async list(scope: Scope, query: { searchParam?: string; pageNumber?: number; pageSize?: number }) {
      const { skip, take } = pageOf(query, PAGE)
      const { rows, count } = await uow.run(scope, (tx) =>
        repo.listUsers(tx, { search: query.searchParam?.trim() ?? '', skip, take }),
      )
      return { users: rows.map((row) => present(scope, row)), count, hasMore: count > skip + rows.length }
    },

    async get(scope: Scope, id: number): Promise<User> {
      return present(scope, found(await uow.run(scope, (tx) => repo.findUser(tx, id))))
    },

    /**
     * @throws ERR_USER_LIMIT_USER_CREATION, ERR_USER_EXIST, ERR_PASSWORD_*, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND,
     * ERR_SIP_INVALID
     */
    async create(scope: Scope, { password, queues, channels, callChannels, ...values }: UserCreate): Promise<User> {
      const email = normaliseEmail(values.email)
      if (values.sip && !hasAllOfSip(values.sip, null)) throw new AppError('ERR_SIP_INVALID')
      const company = await uow.run(scope, repo.companyName)
      const passwordHash = await hashed(password, [values.name, email, company])
      const row = await uow.run(scope, async (tx) => {
        await repo.lockUsers(tx)
        if (values.isActive !== false) await checkLimit(tx)
        // whoever sets up a company in a language does so for people who speak it
        const id = await insert(tx, {
          locale: scope.locale,
          ...valuesOf(values),
          name: values.name,
          email,
          passwordHash,
        })
        await saveLinks(tx, id, {
          ...(queues ? { queues } : {}),
          ...(channels ? { channels } : {}),
          ...(callChannels ? { callChannels } : {}),
        })
        await audit(tx, { action: 'user.create', object: `user:${id}`, details: { profile: values.profile ?? 'user' } })
        const created = found(await repo.findUser(tx, id))
        tx.afterCommit(() => tell(scope.tenantId, { action: 'create', user: shown(created) }))
        return created
      })
      // sealed for its place, which has a name only now
      const sealed = await sipPassword(scope, row.id, values.sip)
      if (sealed.sipPassword) await uow.run(scope, (tx) => repo.updateUser(tx, row.id, sealed, false))
      return present(scope, { ...row, hasSipPassword: Boolean(sealed.sipPassword) })
    },

    /** @throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_PASSWORD_WRONG, ERR_LAST_ADMIN and those of `create` */
    async update(scope: Scope, id: number, wanted: UserUpdate, ip: string): Promise<User> {
      const actor = actorOf(scope)
      const permitted = permittedChange(actor, id, wanted)
      if (!permitted) throw new AppError('ERR_NO_PERMISSION')
      const change = {
        ...permitted,
        ...(permitted.email === undefined ? {} : { email: normaliseEmail(permitted.email) }),
      }
      const { before, company } = await uow.run(scope, async (tx) => ({
        before: found(await repo.findUser(tx, id)),
        company: await repo.companyName(tx),
      }))
      if (needsOwnPassword(actor, id, change, before.email))
        await auth.confirmPassword(scope, change.currentPassword ?? '', ip)
      const passwordHash = change.password
        ? await hashed(change.password, [change.name ?? before.name, change.email ?? before.email, company])
        : undefined
      const sealed = await sipPassword(scope, id, change.sip)

      const row = await uow.run(scope, async (tx) => {
        await repo.lockUsers(tx)
        const current = found(await repo.findUser(tx, id))
        if (change.sip && !hasAllOfSip(change.sip, current)) throw new AppError('ERR_SIP_INVALID')
        const isAdminNow = current.profile === 'admin' && current.isActive
        const isAdminThen = (change.profile ?? current.profile) === 'admin' && (change.isActive ?? current.isActive)
        if (isAdminNow && !isAdminThen && (await repo.countOtherAdmins(tx, id)) === 0)
          throw new AppError('ERR_LAST_ADMIN')
        if (change.isActive === true && !current.isActive) await checkLimit(tx)
        if (change.profilePicId && !(await repo.isImage(tx, change.profilePicId)))
          throw new AppError('ERR_NO_MEDIA_FOUND')
        if (
          change.email !== undefined &&
          change.email !== current.email &&
          !(await repo.takeEmail(tx, id, change.email))
        )
          throw new AppError('ERR_USER_EXIST')
        await repo.updateUser(
          tx,
          id,
          { ...valuesOf(change), ...sealed, ...(passwordHash === undefined ? {} : { passwordHash }) },
          changesRights(change),
        )
        await saveLinks(tx, id, change)
        if (change.isActive === false) await auth.endSessions(tx, { userId: id }, 'disabled')
        if (change.isActive === false && current.isActive) await releaseWork(tx, id)
        if (passwordHash !== undefined) {
          const own = scope.actor.kind === 'user' && scope.actor.userId === id ? scope.actor.sessionId : undefined
          await auth.endSessions(tx, { userId: id, except: own }, 'password')
        }
        tx.emit('user.changed', { userId: id })
        await audit(tx, { action: 'user.update', object: `user:${id}`, details: auditDetails(change), ip })
        const changed = found(await repo.findUser(tx, id))
        tx.afterCommit(() => tell(scope.tenantId, { action: 'update', user: shown(changed) }))
        // the language is part of what is kept of a session; screens ask anew for what comes from here in words
        if (changesRights(change) || change.locale !== undefined)
          tx.afterCommit(() => signals.publish({ kind: 'rights', tenantId: scope.tenantId, userId: id }))
        return changed
      })
      return present(scope, row)
    },

    /** @throws ERR_NO_USER_FOUND, ERR_USER_SELF_DELETE, ERR_LAST_ADMIN */
    async remove(scope: Scope, id: number): Promise<void> {
      const actor = actorOf(scope)
      if (!actor.isOperator && actor.userId === id) throw new AppError('ERR_USER_SELF_DELETE')
      await uow.run(scope, async (tx) => {
        await repo.lockUsers(tx)
        const user = found(await repo.findUser(tx, id))
        if (user.profile === 'admin' && user.isActive && (await repo.countOtherAdmins(tx, id)) === 0)
          throw new AppError('ERR_LAST_ADMIN')
        await auth.endSessions(tx, { userId: id }, 'removed')
        await releaseWork(tx, id)
        await beforeRemoval(tx, id)
        await repo.deleteUser(tx, id)
        await audit(tx, { action: 'user.delete', object: `user:${id}`, details: { profile: user.profile } })
        tx.afterCommit(() => tell(scope.tenantId, { action: 'delete', userId: id }))
      })
    },

    /** For somebody else, whose phone is lost. @throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_TWO_FACTOR_OFF */
    async resetTwoFactor(scope: Scope, id: number): Promise<void> {
      const actor = actorOf(scope)
      // one's own takes the password
      if (!actor.isOperator && actor.userId === id) throw new AppError('ERR_NO_PERMISSION')
      await uow.run(scope, async (tx) => {
        const user = found(await repo.findUser(tx, id))
        if (!user.hasTwoFactor) throw new AppError('ERR_TWO_FACTOR_OFF')
        await auth.resetTwoFactor(tx, id)
        await auth.endSessions(tx, { userId: id }, 'owner')
        tx.afterCommit(() => tell(scope.tenantId, { action: 'update', user: shown({ ...user, hasTwoFactor: false }) }))
      })
    },

    async saveConfigs(scope: Scope, id: number, configs: Record<string, unknown>): Promise<void> {
      if (!canSaveConfigs(actorOf(scope), id)) throw new AppError('ERR_NO_PERMISSION')
      const saved = await uow.run(scope, (tx) => repo.mergeConfigs(tx, id, configs))
      if (!saved) throw new AppError('ERR_NO_USER_FOUND')
    },

    async getSchedule(scope: Scope, id: number): Promise<LoginSchedule> {
      if (!canReadSchedule(actorOf(scope), id)) throw new AppError('ERR_NO_PERMISSION')
      const { loginSchedule } = found(await uow.run(scope, (tx) => repo.findSchedule(tx, id)))
      return { horarioLogin: loginSchedule as LoginDay[] | null }
    },

    async saveSchedule(scope: Scope, id: number, { horarioLogin }: LoginSchedule): Promise<LoginSchedule> {
      if (horarioLogin && !isUsableSchedule(horarioLogin)) throw new AppError('ERR_LOGIN_SCHEDULE_INVALID')
      await uow.run(scope, async (tx) => {
        if (!(await repo.saveSchedule(tx, id, horarioLogin))) throw new AppError('ERR_NO_USER_FOUND')
        tx.emit('user.changed', { userId: id })
        await audit(tx, { action: 'user.schedule', object: `user:${id}`, details: { horarioLogin } })
        tx.afterCommit(() => signals.publish({ kind: 'rights', tenantId: scope.tenantId, userId: id }))
      })
      return { horarioLogin }
    },
  }
}

export type UserService = ReturnType<typeof createUserService>
