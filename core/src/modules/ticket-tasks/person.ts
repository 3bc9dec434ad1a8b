import type { Locale, Scope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { activeUser } from './repo.ts'

/** Who asked for a task: what it does, it does as them, with the rights that they have at that moment. */
export interface StoredPerson {
  kind: 'user' | 'operator'
  id: number
  /** Of the operator: where they belong. */
  tenantId?: number
  name: string
  locale: Locale
}

/** @throws ERR_NO_PERMISSION for the program itself, which asks for nothing */
export function personOf({ actor, locale }: Scope): StoredPerson {
  switch (actor.kind) {
    case 'user':
      return { kind: 'user', id: actor.userId, name: actor.name, locale }
    case 'operator':
      return { kind: 'operator', id: actor.userId, tenantId: actor.tenantId, name: actor.name, locale }
    case 'system':
      throw new AppError('ERR_NO_PERMISSION')
  }
}

/** @throws ERR_NO_PERMISSION when they are gone, locked out, or no admin any more where it takes one */
export async function actingAs(tx: Tx, person: StoredPerson, needs: 'admin' | 'anybody'): Promise<Scope> {
  const { tenantId, requestId } = tx.scope
  const { locale, name, id } = person
  if (person.kind === 'operator')
    return {
      ...{ tenantId, locale, requestId },
      actor: { kind: 'operator', userId: id, tenantId: person.tenantId ?? tenantId, sessionId: '', name },
    }
  const user = await activeUser(tx, id)
  if (!user || (needs === 'admin' && user.profile !== 'admin')) throw new AppError('ERR_NO_PERMISSION')
  return {
    ...{ tenantId, locale, requestId },
    actor: { kind: 'user', userId: id, profile: user.profile, sessionId: '', name: user.name },
  }
}
