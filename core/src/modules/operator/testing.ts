import { createHash, randomUUID } from 'node:crypto'
import { createKeys } from '../../platform/crypto/keys.ts'
import { createVault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import {
  type Audience,
  createAuthService,
  createLocalSignals,
  createPasswords,
  type SessionSignal,
} from '../auth/index.ts'
import { createClosingReasonService } from '../closing-reasons/index.ts'
import { createContactService } from '../contacts/index.ts'
import { createQueueService } from '../queues/index.ts'
import { createSettingService } from '../settings/index.ts'
import { createTagService } from '../tags/index.ts'
import { createTenantService } from '../tenants/index.ts'
import type { UserCreate } from '../users/contract.ts'
import { createUserService } from '../users/index.ts'
import { createCompany } from './companies.ts'
import { createOperatorService } from './index.ts'

export const PASSWORD = 'Ypê-roxo 7 vezes'

export interface TestClock {
  now(): number
  advance(ms: number): void
}

/** The services of these modules on a real database; what leaves them (mail, events, signals) is kept for looking at. */
export function createTestServices(db: Pick<Database, 'uow' | 'system'>, clock: TestClock) {
  const mails: Mail[] = []
  const events: { audience: Audience; event: string; payload: object }[] = []
  const sent: SessionSignal[] = []
  const faults: object[] = []
  const statusChanges: [number, boolean][] = []
  const ticketChanges: [number, number[]][] = []
  const signals = createLocalSignals()
  signals.subscribe((signal) => sent.push(signal))

  const { uow } = db
  const passwords = createPasswords()
  const base = {
    db,
    uow,
    clock,
    passwords,
    signals,
    vault: createVault({ db, keys: createKeys(Buffer.alloc(32, 7).toString('base64')) }),
    keys: { derive: (purpose: string) => createHash('sha256').update(`test:${purpose}`).digest() },
    realtime: {
      publish: (audience: Audience, event: string, payload: object) => void events.push({ audience, event, payload }),
    },
    mailer: { mode: 'smtp' as const, from: 'no-reply@recado.test', send: async (mail: Mail) => void mails.push(mail) },
    fileUrl: (tenantId: number, mediaId: string) => `/files/${tenantId}-${mediaId}`,
    log: { error: (fields: object) => void faults.push(fields) },
    releaseWork: async () => undefined,
    beforeRemoval: async () => undefined,
    onTenantStatus: (tenantId: number, active: boolean) => void statusChanges.push([tenantId, active]),
  }
  const auth = createAuthService(base)
  const users = createUserService({ ...base, auth })
  const operator = createOperatorService({ ...base, auth, users })

  const anyIp = () => `2001:db8:${randomUUID().slice(9, 13)}:${randomUUID().slice(9, 13)}::1`
  const caller = (ip = anyIp()) => ({
    ip,
    userAgent: 'test',
    requestId: randomUUID(),
    device: undefined,
    trust: undefined,
  })
  const signIn = async (email: string, password = PASSWORD) => {
    const { answer } = await auth.login(email, password, caller())
    const { scope } = await auth.authenticate(answer.token, randomUUID())
    return { ...answer, scope }
  }

  /** A company of its own, with a signed-in admin. */
  const company = async (change: { maxUsers?: number; dueDate?: string; timezone?: string } = {}) => {
    const email = `admin-${randomUUID()}@recado.test`
    const user = { name: 'Zuleica Prado', email, password: PASSWORD }
    const tenantId = await createCompany(
      { ...base, users },
      { name: 'Empresa de prova', user, ...change },
      { kind: 'system', name: 'test' },
    )
    const admin = await signIn(email)
    return {
      tenantId,
      email,
      admin,
      scope: admin.scope,
      async person(profile: UserCreate['profile'] & string = 'user', more: Partial<UserCreate> = {}) {
        const address = `${profile}-${randomUUID()}@recado.test`
        const made = await users.create(admin.scope, {
          name: 'Benedito Luz',
          email: address,
          password: PASSWORD,
          profile,
          ...more,
        })
        return { ...(await signIn(address)), id: made.id }
      },
    }
  }

  const noPlace = () => Promise.reject(new Error('hours of places are for the tests of their own module'))
  const noPlaces = { read: noPlace, save: noPlace }

  return {
    ...base,
    auth,
    users,
    operator,
    queues: createQueueService(base),
    tags: createTagService(base),
    closingReasons: createClosingReasonService(base),
    contacts: createContactService({
      ...base,
      onTicketsChanged: (tenantId, ids) => void ticketChanges.push([tenantId, ids]),
      checkNumber: async () => 'unasked' as const,
      onWalletsChanged: () => undefined,
      discardFiles: async () => undefined,
    }),
    ticketChanges,
    settings: createSettingService(base),
    tenants: createTenantService({ ...base, placeHours: noPlaces }),
    mails,
    events,
    sent,
    faults,
    statusChanges,
    caller,
    signIn,
    company,
  }
}

export type TestServices = ReturnType<typeof createTestServices>

/** A refusal's code, or what came instead. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )
