import type { Scope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { seesPhones } from '../contacts/index.ts'
import { OPERATOR_TENANT } from '../operator/policy.ts'
import type { TicketViewer } from './policy.ts'
import type { Source } from './source-repo.ts'
import { NO_RIGHTS, type StoredRights, storedRights } from './viewer-repo.ts'

/** Who the caller of a scope is to tickets. Jobs and the operator cost no statement. */
export async function loadViewer(source: Source, scope: Scope): Promise<TicketViewer> {
  const { actor } = scope
  return viewerOf(scope, actor.kind === 'user' ? await storedRights(source, scope, actor.userId) : NO_RIGHTS)
}

/** The same from rights that are known already. */
export function viewerOf(scope: Scope, stored: StoredRights): TicketViewer {
  const { actor, tenantId } = scope
  const person =
    actor.kind === 'user'
      ? { userId: actor.userId, profile: stored.profile ?? actor.profile }
      : { userId: null, profile: 'admin' as const }
  const isOn = (key: string) => stored.enabled.includes(key)
  const contactRules = {
    hidePhoneNumbers: isOn('hidePhoneNumbers'),
    listOnlyWalletContacts: isOn('listOnlyWalletContacts'),
    contactsPageOnlyAdmin: isOn('contactsPageOnlyAdmin'),
  }
  return {
    tenantId,
    ...person,
    name: actor.name,
    isOperator: actor.kind === 'operator' || (tenantId === OPERATOR_TENANT && person.profile === 'admin'),
    masksPhones: !seesPhones(person, contactRules),
    mustSign: person.userId !== null && person.profile !== 'admin' && stored.disabled.includes('allowDisableSignature'),
    audits: isOn('auditMode'),
    queueIds: stored.queueIds,
    tenantHasQueues: stored.tenantHasQueues,
    rules: {
      notViewAssigned: isOn('NotViewAssignedTickets'),
      notViewChatBot: isOn('NotViewTicketsChatBot'),
      notViewQueueUndefined: isOn('NotViewTicketsQueueUndefined'),
      directToWallets: isOn('DirectTicketsToWallets'),
      noGroups: !stored.hasGroups,
      allowPeek: !stored.disabled.includes('allowPeek'),
      onlyQueueMessages: isOn('onlyQueueMessages'),
    },
  }
}

export const loadTicketViewer = (tx: Tx): Promise<TicketViewer> => loadViewer(tx, tx.scope)

/** For the hub of live sockets, where the operator has an id too. */
export type LiveViewer = TicketViewer & { userId: number }

export const liveViewer = (scope: Scope, viewer: TicketViewer): LiveViewer => ({
  ...viewer,
  userId: scope.actor.kind === 'system' ? 0 : scope.actor.userId,
})
