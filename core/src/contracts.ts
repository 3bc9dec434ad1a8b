import { authContract } from './modules/auth/contract.ts'
import { channelsContract } from './modules/channels/contract.ts'
import { closingReasonsContract } from './modules/closing-reasons/contract.ts'
import { contactsContract } from './modules/contacts/contract.ts'
import { mediaContract } from './modules/media/contract.ts'
import { messagesContract } from './modules/messages/contract.ts'
import { operatorContract } from './modules/operator/contract.ts'
import { pluginsContract } from './modules/plugins/contract.ts'
import { queuesContract } from './modules/queues/contract.ts'
import { settingsContract } from './modules/settings/contract.ts'
import { tagsContract } from './modules/tags/contract.ts'
import { templatesContract } from './modules/templates/contract.ts'
import { tenantsContract } from './modules/tenants/contract.ts'
import { ticketsContract } from './modules/tickets/contract.ts'
import { usersContract } from './modules/users/contract.ts'
import { webhooksContract } from './modules/webhooks/contract.ts'

/** Every route of the API, in the order in which its documentation shows them. */
export const contracts = [
  authContract,
  usersContract,
  tenantsContract,
  settingsContract,
  ticketsContract,
  messagesContract,
  mediaContract,
  contactsContract,
  channelsContract,
  webhooksContract,
  templatesContract,
  queuesContract,
  tagsContract,
  closingReasonsContract,
  pluginsContract,
  operatorContract,
] as const
