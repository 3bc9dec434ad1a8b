import type { ChannelContext, InboundEvent, Party } from '@recado/sdk'
import { addressesOf } from '@recado/whatsapp-ids'
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { createCache } from '../library/cache.ts'
import { plainJid } from '../library/jids.ts'
import { avatarRefOf, type Names } from './people.ts'

const CACHED = 100
const FRESH_MS = 30 * 60_000
/** A group that could not be read is left alone for a while. */
const REFUSED_MS = 60_000

/** What is known of the groups: asked for once, kept for half an hour, forgotten when somebody changes one. */
export interface Groups {
  /** For a message of the group; the name follows by an event of its own when it is not known yet. */
  party(jid: string): Party
  isAdmin(jid: string, names: Names): boolean
  /** The other id of a member, where the group tells it. */
  otherIdOf(jid: string, member: string): string | undefined
  known(jid: string): GroupMetadata | undefined
  load(jid: string): Promise<GroupMetadata | undefined>
  /** Something changed; the name is told anew. */
  changed(jid: string): void
}

export function createGroups(
  ctx: ChannelContext,
  socket: () => WASocket | null,
  push: (events: InboundEvent[]) => Promise<void>,
): Groups {
  const cache = createCache(CACHED, FRESH_MS, ctx.clock.now)
  const refused = createCache(CACHED, REFUSED_MS, ctx.clock.now)
  const loading = new Map<string, Promise<GroupMetadata | undefined>>()

  const partyOf = (jid: string, group: GroupMetadata | undefined): Party => {
    const name = group?.subject?.trim().slice(0, 255)
    return { addresses: addressesOf(jid), ...(name ? { name } : {}), avatarRef: avatarRefOf(jid) }
  }

  const load = (jid: string): Promise<GroupMetadata | undefined> => {
    const known = cache.get<GroupMetadata>(jid)
    if (known || refused.get(jid)) return Promise.resolve(known)
    const running = loading.get(jid)
    if (running !== undefined) return running
    const asked = (async () => {
      try {
        const group = await socket()?.groupMetadata(jid)
        if (group) cache.set(jid, group)
        return group
      } catch (error) {
        refused.set(jid, true)
        ctx.log.debug('a group could not be read', { detail: error instanceof Error ? error.name : 'unknown' })
        return undefined
      } finally {
        loading.delete(jid)
      }
    })()
    loading.set(jid, asked)
    return asked
  }

  const membersOf = (jid: string) =>
    (cache.get<GroupMetadata>(jid)?.participants ?? []).map(({ id, lid, phoneNumber, admin }) => ({
      ids: [id, lid, phoneNumber].flatMap((one) => plainJid(one) ?? []),
      isAdmin: Boolean(admin),
    }))

  const tell = async (jid: string): Promise<void> => {
    const group = await load(jid)
    if (group) await push([{ kind: 'group', chat: partyOf(jid, group), at: ctx.clock.now() }])
  }
  const inBackground = (jid: string) =>
    void tell(jid).catch((error: unknown) =>
      ctx.log.debug('a group was not told', { detail: String(error).slice(0, 100) }),
    )

  return {
    party(jid) {
      const group = cache.get<GroupMetadata>(jid)
      if (!group) inBackground(jid)
      return partyOf(jid, group)
    },
    isAdmin: (jid, { pn, lid }) =>
      membersOf(jid).some(({ ids, isAdmin }) => isAdmin && ids.some((id) => id === pn || id === lid)),
    otherIdOf: (jid, member) =>
      membersOf(jid)
        .find(({ ids }) => ids.includes(member))
        ?.ids.find((id) => id !== member),
    known: (jid) => cache.get(jid),
    load,
    changed(jid) {
      cache.del(jid)
      refused.del(jid)
      inBackground(jid)
    },
  }
}
