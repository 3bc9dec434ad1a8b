import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { isOn, readSettings } from '../settings/index.ts'
import { snooze, wake } from './asides.ts'
import * as repo from './change-repo.ts'
import { accept, type Change, close, giveBack, reopen } from './changes.ts'
import { otherOpenTicket } from './conflict.ts'
import { type Intent, intentOf } from './intent.ts'
import { can, sees, type TicketAction, type TicketViewer } from './policy.ts'
import type { TicketDeps } from './ports.ts'
import { presentTicket, viewFor } from './presenter.ts'
import { factsOf, loadTickets, type TicketRecord } from './record-repo.ts'
import type { Remove } from './removing.ts'
import type { Say } from './saying.ts'
import type { Ticket, TicketUpdate } from './schemas.ts'
import { type TransferContext, transfer } from './transfer.ts'
import { beginsAnew, transferAnew } from './transfer-anew.ts'
import { loadViewer } from './viewer.ts'
import type { Write } from './writing.ts'

/** What is left to do when a change is in the database. */
interface Done {
  viewer: TicketViewer
  /** Where it is said: the ticket, or the one in which it goes on. */
  saidIn: number
  texts: string[]
  timezone: string
}

export function createChanging(deps: TicketDeps & { remove: Remove; say: Say; write: Write }) {
  const { uow, clock, say, write, realtime } = deps

  /** The ticket, held until the unit of work ends, if the caller may do with it what they want. */
  const admitted = async (tx: Tx, id: number, actionOf: (record: TicketRecord) => TicketAction | 'none') => {
    const viewer = await loadViewer(tx, tx.scope)
    const record = await repo.lockTicket(tx, id)
    if (!record) throw new AppError('ERR_NO_TICKET_FOUND')
    const settings = await readSettings(tx)
    const facts = factsOf(record)
    const action = actionOf(record)
    const rules = { allowReopen: isOn(settings, 'allowReopen') }
    const allowed = action === 'none' ? sees(viewer, facts) || 'ERR_NO_TICKET_FOUND' : can(viewer, action, facts, rules)
    // who was faster is told to those who see colleagues' tickets
    if (allowed === 'ERR_TICKET_TAKEN' && record.user && sees(viewer, facts))
      throw new AppError(allowed, { params: { name: record.user.name } })
    if (allowed !== true) throw new AppError(allowed)
    return { viewer, record, settings }
  }

  const change = (scope: Scope, id: number, update: TicketUpdate): Promise<Done> =>
    uow.run(scope, async (tx) => {
      const me = userIdOf(scope)
      const asked = (record: TicketRecord) =>
        intentOf(
          update,
          { ...factsOf(record), isSnoozed: record.status === 'pending' && record.snoozedUntil !== null },
          me,
        )
      const { viewer, record, settings } = await admitted(tx, id, (found) => asked(found).action)
      const onlineUsers = realtime.onlineUsers(scope.tenantId)
      const context = { tx, record, settings, me, now: clock.now(), onlineUsers }
      const intent = asked(record)
      const made = await changeFor(context, intent)
      const goesOn = made && intent.action === 'transfer' && beginsAnew(context, made)
      const saidIn = goesOn ? await transferAnew(context, made, write) : id
      if (saidIn === null) throw new AppError('ERR_CREATING_TICKET')
      if (made && !goesOn) await write(context, made)
      return { viewer, saidIn, texts: made?.texts ?? [], timezone: settings.timezone }
    })

  const now = async (scope: Scope, id: number): Promise<TicketRecord> => {
    const [record] = await loadTickets(uow, scope, [id])
    if (!record) throw new AppError('ERR_NO_TICKET_FOUND')
    return record
  }

  /** Another live ticket of the contact came up while this one was being reopened. */
  const refusalOf = async (error: unknown, scope: Scope, id: number): Promise<unknown> => {
    if (!repo.isUniqueViolation(error)) return error
    const other = await repo.findLive(uow, scope, await now(scope, id))
    if (!other) return error
    const { rules } = await loadViewer(uow, scope)
    return otherOpenTicket(other, { me: userIdOf(scope), hidesQueueless: rules.notViewQueueUndefined })
  }

  return {
    /** @throws the errors of the contract's `update` */
    async update(scope: Scope, id: number, update: TicketUpdate): Promise<Ticket> {
      const { viewer, saidIn, texts, timezone } = await change(scope, id, update).catch(async (error: unknown) => {
        throw await refusalOf(error, scope, id)
      })
      for (const text of texts) await say(scope, await now(scope, saidIn), text, timezone)
      return presentTicket(await now(scope, id), viewFor(viewer, deps.fileUrl))
    },

    /** With its messages. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        const { record } = await admitted(tx, id, () => 'delete')
        await deps.remove(tx, record)
      })
    },
  }
}

function changeFor(context: TransferContext, intent: Intent): Promise<Change | null> | Change | null {
  switch (intent.action) {
    case 'accept':
      return accept(context, intent)
    case 'return':
      return giveBack(context)
    case 'snooze':
      return snooze(context, intent)
    case 'wake':
      return wake(context)
    case 'transfer':
      return transfer(context, intent)
    case 'close':
      return close(context, intent)
    case 'reopen':
      return reopen(context, intent)
    case 'none':
      return null
  }
}
