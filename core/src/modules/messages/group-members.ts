import type { Address, Mention, Party } from '@recado/sdk'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { notConnectedCode } from '../channels/policy.ts'
import { maskPhone, shownName, storedParty } from '../contacts/index.ts'
import type { TicketRecord } from '../tickets/index.ts'
import { type GroupMember, MentionGiven, type MessageSend } from './contract.ts'
import { addressesOfContacts, peopleBehind } from './people-repo.ts'
import type { MessageParts } from './service.ts'

const MOST = 1100
const NAME = 255
const isPhone = ({ kind }: Address): boolean => kind === 'phone' || kind === 'pn'

const Given = Type.Array(MentionGiven, { maxItems: 100 })

/** What came with files, as a field of their form. @throws ERR_VALIDATION */
function readGiven(json: string): MentionGiven[] {
  const wrong = () => new AppError('ERR_VALIDATION', { params: { in: 'body', field: 'mentions', rule: 'format' } })
  try {
    const given: unknown = JSON.parse(json)
    if (Value.Check(Given, given)) return given
  } catch {
    throw wrong()
  }
  throw wrong()
}

/** Who is in a group, and can be named in what is sent to it. */
export function createGroupMembers({ deps, ...parts }: MessageParts) {
  const canName = (ticket: TicketRecord): boolean =>
    ticket.isGroup && deps.featuresOf(ticket.channel.type)?.mentions === true

  /** People by the name that the company knows them by; two of the same name are told apart. */
  const present = async (
    scope: Scope,
    members: { party: Party; isAdmin: boolean }[],
    showPhones: boolean,
  ): Promise<GroupMember[]> => {
    const stored = members.map(({ party }) => storedParty(party, 0))
    const wanted = stored.flatMap(({ addresses, alternatives = [] }) => [...addresses, ...alternatives])
    const known = await peopleBehind(deps.uow, scope.tenantId, wanted)
    const names = new Map<string, number>()
    return members.flatMap(({ party, isAdmin }, index): GroupMember[] => {
      const { addresses = [], alternatives = [] } = stored[index] ?? {}
      const contact = [...addresses, ...alternatives].flatMap(
        (one) => known.find(({ kind, value }) => kind === one.kind && value === one.value) ?? [],
      )[0]
      const address = party.addresses.find((one) => showPhones || !isPhone(one)) ?? null
      const phone = party.addresses.find(isPhone)?.value
      const unnamed = phone ? (showPhones ? phone : maskPhone(phone)) : undefined
      const name = (contact ? shownName(contact, showPhones) : (party.name ?? unnamed))?.trim().slice(0, NAME - 6)
      // whose phone is hidden and who is no contact cannot be named without it
      if (!name || (!address && !contact)) return []
      const again = names.get(name) ?? 0
      names.set(name, again + 1)
      return [
        {
          key: contact ? `contact:${contact.contactId}` : `${address?.kind}:${address?.value}`,
          name: again === 0 ? name : `${name} (${again + 1})`,
          isAdmin,
          profilePicUrl: contact?.profilePicId ? deps.fileUrl(scope.tenantId, contact.profilePicId) : null,
          contactId: contact?.contactId ?? null,
          address,
        },
      ]
    })
  }

  return {
    /**
     * Nobody, where the ticket is no group's or its channel can name nobody.
     * @throws ERR_NO_TICKET_FOUND, ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_INITIALIZED
     */
    async members(scope: Scope, ticketId: number): Promise<{ members: GroupMember[] }> {
      const { ticket, viewer } = await parts.seen(scope, ticketId)
      if (!canName(ticket)) return { members: [] }
      const found = await deps.groupMembers(scope.tenantId, ticket).catch((error: unknown) => {
        throw new AppError(notConnectedCode(ticket.channel.state), { cause: error })
      })
      return { members: await present(scope, found.slice(0, MOST), !viewer.masksPhones) }
    },

    /** Those whom a message names, with the address that the channel knows them by. */
    async mentions(scope: Scope, ticket: TicketRecord, told: MessageSend['mentions'] = []): Promise<Mention[]> {
      const given = typeof told === 'string' ? readGiven(told) : told
      if (given.length === 0 || !canName(ticket)) return []
      const ids = given.flatMap(({ address, contactId }) => (!address && contactId ? [contactId] : []))
      const known = ids.length > 0 ? await addressesOfContacts(deps.uow, scope.tenantId, ids) : null
      return given.flatMap(({ token, address, contactId }) => {
        const found = address ?? known?.get(contactId ?? 0)
        return found ? [{ token, address: found, name: token }] : []
      })
    },
  }
}
