import { Type } from 'typebox'
import { registerContactTaskWork } from './modules/contact-tasks/index.ts'
import { registerDistributionWork } from './modules/distribution/index.ts'
import { registerNotificationWork } from './modules/notifications/index.ts'
import { registerScheduleWork } from './modules/scheduled-messages/index.ts'
import { registerTaskWork } from './modules/tasks/index.ts'
import { registerTicketTaskWork } from './modules/ticket-tasks/index.ts'
import { registerTicketWork } from './modules/tickets/index.ts'
import { registerWebhookWork } from './modules/webhooks/index.ts'
import { background } from './platform/background.ts'
import { defineJob, type Job } from './platform/jobs/jobs.ts'
import type { Platform } from './platform.ts'
import type { Services } from './services.ts'

const Nothing = Type.Object({})
const every = (name: string, seconds: number): Job<typeof Nothing> =>
  defineJob({ name, version: 1, schema: Nothing, every: seconds })

const HOUR = 3600
const FILES_MS = 5000

/** Work that the clock starts. Jobs run once over all nodes; each reads what is due and does nothing when nothing is. */
export function registerSchedules(platform: Platform, services: Services): () => void {
  const { jobs, log, config } = platform
  const { auth, media, retries } = services
  jobs.register(every('auth.login-hours', 60), async () => {
    await auth.closeOutsideHours()
  })
  jobs.register(every('auth.purge', 24 * HOUR), async () => {
    await auth.purge()
  })
  jobs.register(every('media.orphans', 24 * HOUR), async () => {
    await media.removeOrphans()
  })
  jobs.register(every('templates.sync', 24 * HOUR), async () => {
    await services.templates.syncAll()
  })
  jobs.register(every('messages.prune', HOUR), async () => {
    await retries.prune()
  })
  registerTicketWork(platform, services.tickets.work)
  registerTicketTaskWork(platform, services.ticketTasks.work)
  registerWebhookWork(platform, services.webhooks.work)
  registerContactTaskWork(platform, services.contactTasks.work)
  registerScheduleWork(platform, services.schedules.work)
  registerNotificationWork(platform, services.notifications.work)
  registerTaskWork(platform, services.tasks.limits)
  registerDistributionWork(platform, services.distribution.work)
  platform.dispatcher.register(services.hours.absence)
  if (!config.roles.includes('worker')) return () => undefined

  retries.start()
  const timer = setInterval(() => background(log, 'files of providers', services.fetchFiles()), FILES_MS)
  return () => clearInterval(timer)
}
