import { auditContract } from './modules/audit/contract.ts'
import { authContract } from './modules/auth/contract.ts'
import { channelsContract } from './modules/channels/contract.ts'
import { closingReasonsContract } from './modules/closing-reasons/contract.ts'
import { contactTasksContract } from './modules/contact-tasks/contract.ts'
import { contactsContract } from './modules/contacts/contract.ts'
import { dashboardContract } from './modules/dashboard/contract.ts'
import { distributionContract } from './modules/distribution/contract.ts'
import { draftsContract } from './modules/drafts/contract.ts'
import { farewellsContract } from './modules/farewells/contract.ts'
import { hoursContract } from './modules/hours/contract.ts'
import { internalChatContract } from './modules/internal-chat/contract.ts'
import { mediaContract } from './modules/media/contract.ts'
import { messagesContract } from './modules/messages/contract.ts'
import { notesContract } from './modules/notes/contract.ts'
import { notificationsContract } from './modules/notifications/contract.ts'
import { operatorContract } from './modules/operator/contract.ts'
import { pluginsContract } from './modules/plugins/contract.ts'
import { queuesContract } from './modules/queues/contract.ts'
import { quickMessagesContract } from './modules/quick-messages/contract.ts'
import { schedulesContract } from './modules/scheduled-messages/contract.ts'
import { settingsContract } from './modules/settings/contract.ts'
import { shortcutsContract } from './modules/shortcuts/contract.ts'
import { ssoContract } from './modules/sso/contract.ts'
import { tagsContract } from './modules/tags/contract.ts'
import { tasksContract } from './modules/tasks/contract.ts'
import { teamsContract } from './modules/teams/contract.ts'
import { templatesContract } from './modules/templates/contract.ts'
import { tenantsContract } from './modules/tenants/contract.ts'
import { ticketTasksContract } from './modules/ticket-tasks/contract.ts'
import { ticketViewsContract } from './modules/ticket-views/contract.ts'
import { ticketsContract } from './modules/tickets/contract.ts'
import { usersContract } from './modules/users/contract.ts'
import { webhooksContract } from './modules/webhooks/contract.ts'

/** Every route of the API, in the order in which its documentation shows them. */
export const contracts = [
  authContract,
  ssoContract,
  usersContract,
  shortcutsContract,
  teamsContract,
  tenantsContract,
  settingsContract,
  auditContract,
  ticketsContract,
  ticketTasksContract,
  ticketViewsContract,
  dashboardContract,
  messagesContract,
  draftsContract,
  notesContract,
  mediaContract,
  internalChatContract,
  contactsContract,
  contactTasksContract,
  channelsContract,
  webhooksContract,
  templatesContract,
  queuesContract,
  distributionContract,
  tagsContract,
  closingReasonsContract,
  quickMessagesContract,
  farewellsContract,
  schedulesContract,
  hoursContract,
  tasksContract,
  notificationsContract,
  pluginsContract,
  operatorContract,
] as const
