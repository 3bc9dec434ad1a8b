import { isPluginError } from '@recado/sdk'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Log } from '../../platform/logger.ts'
import type { PluginHost } from '../../plugin-host/index.ts'
import { connectedChannels } from './lookup.ts'
import type { ChannelRow } from './repo.ts'

/** `unasked`: no connected channel can tell. `unanswered`: one can, and did not in time. */
type NumberVerdict = 'there' | 'absent' | 'unasked' | 'unanswered'

/** Somebody waits in front of a form. */
const PATIENCE_MS = 8_000

interface NumberCheckDeps {
  uow: UnitOfWork
  host: Pick<PluginHost, 'channelType' | 'channelCall'>
  log: Pick<Log, 'info'>
}

/** Asks the connected channels, the default first, whether a phone number (digits with country code) is on their network. */
export function createNumberCheck({ uow, host, log }: NumberCheckDeps) {
  const ask = async ({ tenantId }: Scope, { id }: ChannelRow, number: string): Promise<NumberVerdict> => {
    try {
      const found = await host.channelCall(tenantId, id, 'checkAddress', [`+${number}`], 'lookup')
      return found ? 'there' : 'absent'
    } catch (error) {
      if (!isPluginError(error)) throw error
      if (error.code === 'UNSUPPORTED') return 'unasked'
      if (error.code === 'RECIPIENT_INVALID') return 'absent'
      log.info({ tenantId, channelId: id, code: error.code }, 'a number was not looked up')
      return 'unanswered'
    }
  }

  const askAll = async (scope: Scope, number: string): Promise<NumberVerdict> => {
    let verdict: NumberVerdict = 'unasked'
    for (const channel of await uow.run(scope, connectedChannels)) {
      if (host.channelType(channel.type)?.definition.address.kind !== 'phone') continue
      const answer = await ask(scope, channel, number)
      if (answer === 'there' || answer === 'absent') return answer
      if (answer === 'unanswered') verdict = answer
    }
    return verdict
  }

  return async (scope: Scope, number: string): Promise<NumberVerdict> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<NumberVerdict>((done) => {
      timer = setTimeout(() => done('unanswered'), PATIENCE_MS)
    })
    try {
      return await Promise.race([askAll(scope, number), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
