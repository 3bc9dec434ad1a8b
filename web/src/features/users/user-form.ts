import { SipPort, SipWrite, type User, usersContract } from '@recado/core/modules/users/contract'
import { Type } from 'typebox'
import { call } from '../../lib/http/client.ts'
import { passwordProblem } from '../../ui/form/password-policy.ts'
import type { Problems } from '../../ui/form/problems.ts'

const { create, update } = usersContract.routes
const { name, email } = create.body.properties

export const userSchema = Type.Object({
  name,
  email,
  sipServer: SipWrite.properties.server,
  sipPort: Type.Optional(SipPort),
  ticketCapacity: create.body.properties.ticketCapacity,
})

export interface UserValues {
  name: string
  email: string
  password: string
  profile: User['profile']
  queues: number[]
  channels: number[]
  isActive: boolean
  blockMultipleLogins: boolean
  ignoreWallet: boolean
  allowCalls: boolean
  /** Null: as the company has it. */
  ticketCapacity: number | null
  /** In the order in which they are tried. */
  callChannels: number[]
  sipEnabled: boolean
  sipServer: string
  /** NaN: none. */
  sipPort: number
  sipUser: string
  /** Empty: the one that is stored. */
  sipPassword: string
}

export const initialOf = (user: User | null): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  profile: user?.profile ?? 'user',
  queues: user?.queues.map((queue) => queue.id) ?? [],
  channels: user?.channels.map((channel) => channel.id) ?? [],
  isActive: user?.isActive ?? true,
  blockMultipleLogins: user?.blockMultipleLogins ?? false,
  ignoreWallet: user?.ignoreWallet ?? false,
  allowCalls: user?.allowCalls ?? false,
  ticketCapacity: user?.ticketCapacity ?? null,
  callChannels: user?.callChannels.map((channel) => channel.id) ?? [],
  sipEnabled: user?.sip?.enabled ?? false,
  sipServer: user?.sip?.server ?? '',
  sipPort: user?.sip?.wssPort ?? Number.NaN,
  sipUser: user?.sip?.user ?? '',
  sipPassword: '',
})

const REQUIRED = { rule: 'required', params: {} }

/** New people need a password; of others an empty one means "as it is". */
export const checkUser =
  (user: User | null) =>
  (values: UserValues): Problems => {
    const { password, email: address } = values
    const problems: Problems = checkSip(user, values)
    if (user === null && password === '') problems.password = REQUIRED
    else if (password !== '') {
      const weak = passwordProblem(password)
      if (weak) problems.password = weak
    }
    if (address.trim() !== '' && !/^[^@\s]+@[^@\s]+$/.test(address.trim())) {
      problems.email = { rule: 'email', params: {} }
    }
    return problems
  }

/** What is switched on needs all of it. */
function checkSip(user: User | null, values: UserValues): Problems {
  if (!values.sipEnabled) return {}
  const problems: Problems = {}
  if (values.sipServer.trim() === '') problems.sipServer = REQUIRED
  if (Number.isNaN(values.sipPort)) problems.sipPort = REQUIRED
  if (values.sipUser.trim() === '') problems.sipUser = REQUIRED
  if (values.sipPassword === '' && !user?.sip?.password.set) problems.sipPassword = REQUIRED
  return problems
}

export function saveUser(user: User | null, values: UserValues): Promise<User> {
  const { password, sipEnabled, sipServer, sipPort, sipUser, sipPassword, ...rest } = values
  const sip = {
    enabled: sipEnabled,
    server: sipServer.trim(),
    wssPort: Number.isNaN(sipPort) ? null : sipPort,
    user: sipUser.trim(),
    ...(sipPassword ? { password: sipPassword } : {}),
  }
  const body = { ...rest, sip, name: rest.name.trim(), email: rest.email.trim() }
  return user
    ? call(update, { params: { id: user.id }, body: password ? { ...body, password } : body })
    : call(create, { body: { ...body, password } })
}
