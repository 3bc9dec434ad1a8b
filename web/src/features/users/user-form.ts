import { type User, usersContract } from '@recado/core/modules/users/contract'
import { Type } from 'typebox'
import { call } from '../../lib/http/client.ts'
import { passwordProblem } from '../../ui/form/password-policy.ts'
import type { Problems } from '../../ui/form/problems.ts'

const { create, update } = usersContract.routes
const { name, email } = create.body.properties

export const userSchema = Type.Object({ name, email })

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
})

/** New people need a password; of others an empty one means "as it is". */
export const checkUser =
  (isNew: boolean) =>
  ({ password, email: address }: UserValues): Problems => {
    const problems: Problems = {}
    if (isNew && password === '') problems.password = { rule: 'required', params: {} }
    else if (password !== '') {
      const weak = passwordProblem(password)
      if (weak) problems.password = weak
    }
    if (address.trim() !== '' && !/^[^@\s]+@[^@\s]+$/.test(address.trim())) {
      problems.email = { rule: 'email', params: {} }
    }
    return problems
  }

export function saveUser(user: User | null, values: UserValues): Promise<User> {
  const { password, ...rest } = values
  const body = { ...rest, name: rest.name.trim(), email: rest.email.trim() }
  return user
    ? call(update, { params: { id: user.id }, body: password ? { ...body, password } : body })
    : call(create, { body: { ...body, password } })
}
