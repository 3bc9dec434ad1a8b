import { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { audit } from '../auth/index.ts'
import { currentContact } from '../contacts/index.ts'
import type { MediaService } from '../media/index.ts'
import * as repo from './personal-repo.ts'
import type { MadeFile } from './schemas.ts'

export interface PersonalDataDeps {
  uow: UnitOfWork
  clock: Clock
  media: Pick<MediaService, 'saveStream' | 'signedUrl'>
  publicUrl: string
}

const DAY_SECONDS = 24 * 3600
const TICKETS = 200
const MESSAGES = 500
const MAX_BYTES = 1024 * 1024 * 1024

/** Everything about one person in one file (LGPD art. 18 II and V). */
export function createPersonalData({ uow, clock, media, publicUrl }: PersonalDataDeps) {
  async function* messagesOf(scope: Scope, ticketId: number): AsyncGenerator<string> {
    let separator = ''
    for (let after = 0; ; ) {
      const page = await repo.nextMessages(uow, scope, ticketId, after, MESSAGES)
      for (const { mediaId, message } of page) {
        const address = mediaId && media.signedUrl(scope.tenantId, mediaId, { ttlSeconds: DAY_SECONDS })
        yield `${separator}\n${JSON.stringify(address ? { ...message, fileUrl: `${publicUrl}${address}` } : message)}`
        separator = ','
      }
      after = page.at(-1)?.seq ?? after
      if (page.length < MESSAGES) return
    }
  }

  async function* written(scope: Scope, ids: number[], person: object): AsyncGenerator<string> {
    yield `{"madeAt":${JSON.stringify(new Date(clock.now()).toISOString())},\n"contact":${JSON.stringify(person)},\n"tickets":[`
    let separator = ''
    for (let after = 0; ; ) {
      const page = await repo.nextTickets(uow, scope, ids, after, TICKETS)
      for (const { id, ticket } of page) {
        yield `${separator}\n{"ticket":${JSON.stringify(ticket)},"messages":[`
        yield* messagesOf(scope, id)
        yield ']}'
        separator = ','
      }
      after = page.at(-1)?.id ?? after
      if (page.length < TICKETS) break
    }
    yield ']}\n'
  }

  return {
    /** @throws ERR_NO_CONTACT_FOUND */
    async make(scope: Scope, id: number): Promise<MadeFile> {
      const current = await uow.run(scope, (tx) => currentContact(tx, id))
      const found = current && (await repo.loadPerson(uow, scope, current.id))
      if (!current || !found) throw new AppError('ERR_NO_CONTACT_FOUND')
      await uow.run(scope, (tx) => audit(tx, { action: 'contact.personal-data', object: `contact:${current.id}` }))
      const fileName = `dados-pessoais-${current.id}.json`
      // nothing refers to it: the daily sweep of files removes it after a day
      const file = await media.saveStream(scope, {
        stream: Readable.from(written(scope, found.ids, found.person), { objectMode: false }),
        fileName,
        mimeType: 'application/json',
        maxBytes: MAX_BYTES,
      })
      const url = media.signedUrl(scope.tenantId, file.id, { ttlSeconds: DAY_SECONDS })
      return { url, fileName, expiresAt: new Date(clock.now() + DAY_SECONDS * 1000).toISOString() }
    },
  }
}
