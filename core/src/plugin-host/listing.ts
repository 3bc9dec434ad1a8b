import { Party } from '@recado/sdk'
import { Compile } from 'typebox/compile'
import { CallError } from './call-error.ts'
import type { LiveChannel } from './live-channel.ts'
import { asHost } from './plugin-scope.ts'
import type { HostPorts } from './ports.ts'

/** Milliseconds that a whole list may take. */
export const LIST_MS = 150_000
/** People that are handed on at once. */
const BATCH = 200

const party = Compile(Party)

/**
 * Reads the address book of a channel of this node and hands it on in batches, each stored before the next is read.
 * @throws CallError TEMPORARY when it takes too long, UNSUPPORTED when there is none to read
 */
export async function listContacts(
  channel: LiveChannel,
  purpose: string,
  ports: Pick<HostPorts, 'contacts'>,
): Promise<void> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), LIST_MS)
  const read = async (signal: AbortSignal): Promise<void> => {
    let batch: Party[] = []
    const handOn = async (): Promise<boolean> => {
      const people = batch
      batch = []
      if (people.length === 0) return true
      try {
        return await asHost(() => ports.contacts.take(channel.ref, purpose, people))
      } catch (error) {
        throw new CallError('TEMPORARY', 'closed', { detail: 'not stored', cause: error })
      }
    }
    for await (const one of channel.contacts(signal)) {
      if (signal.aborted) throw new CallError('TEMPORARY', 'closed')
      if (!party.Check(one)) throw new TypeError('listContacts gave something that is no party')
      batch.push(one)
      if (batch.length >= BATCH && !(await handOn())) return
    }
    await handOn()
  }
  try {
    await channel.run('listContacts', 'sync', read, ending.signal)
  } finally {
    clearTimeout(timer)
  }
}
