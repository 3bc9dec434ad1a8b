import type assignmentUi from '../assignment-ui/locales/pt.json'
import type chatUi from '../chat-ui/locales/pt.json'
import type contactUi from '../contact-ui/locales/pt.json'
import type attendance from '../features/attendance/locales/pt.json'
import type audit from '../features/audit/locales/pt.json'
import type auth from '../features/auth/locales/pt.json'
import type channels from '../features/channels/locales/pt.json'
import type closingReasons from '../features/closing-reasons/locales/pt.json'
import type contacts from '../features/contacts/locales/pt.json'
import type dashboard from '../features/dashboard/locales/pt.json'
import type farewells from '../features/farewells/locales/pt.json'
import type hours from '../features/hours/locales/pt.json'
import type internalChat from '../features/internal-chat/locales/pt.json'
import type notifications from '../features/notifications/locales/pt.json'
import type plugins from '../features/plugins/locales/pt.json'
import type queues from '../features/queues/locales/pt.json'
import type quickMessages from '../features/quick-messages/locales/pt.json'
import type schedules from '../features/schedules/locales/pt.json'
import type settings from '../features/settings/locales/pt.json'
import type tags from '../features/tags/locales/pt.json'
import type tasks from '../features/tasks/locales/pt.json'
import type tenants from '../features/tenants/locales/pt.json'
import type users from '../features/users/locales/pt.json'
import type webhooks from '../features/webhooks/locales/pt.json'
import type pluginUi from '../plugin-ui/locales/pt.json'
import type scheduleUi from '../schedule-ui/locales/pt.json'
import type ticketWorkUi from '../ticket-work-ui/locales/pt.json'
import type ui from '../ui/locales/pt.json'
import type common from './locales/pt.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    returnNull: false
    resources: {
      common: typeof common
      ui: typeof ui
      pluginUi: typeof pluginUi
      contactUi: typeof contactUi
      chatUi: typeof chatUi
      assignmentUi: typeof assignmentUi
      ticketWorkUi: typeof ticketWorkUi
      attendance: typeof attendance
      audit: typeof audit
      auth: typeof auth
      channels: typeof channels
      closingReasons: typeof closingReasons
      contacts: typeof contacts
      dashboard: typeof dashboard
      farewells: typeof farewells
      hours: typeof hours
      internalChat: typeof internalChat
      notifications: typeof notifications
      plugins: typeof plugins
      queues: typeof queues
      quickMessages: typeof quickMessages
      schedules: typeof schedules
      scheduleUi: typeof scheduleUi
      settings: typeof settings
      tags: typeof tags
      tasks: typeof tasks
      tenants: typeof tenants
      users: typeof users
      webhooks: typeof webhooks
    }
  }
}
