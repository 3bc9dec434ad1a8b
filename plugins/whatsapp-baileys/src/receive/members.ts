import { type Address, type Party, PluginError } from '@recado/sdk'
import { jidOf, plainJid } from '../library/jids.ts'
import type { Groups } from './groups.ts'
import { type People, partyOf } from './people.ts'

/** Who is in a group. @throws PluginError REJECTED for groups that cannot be read */
export async function groupMembers(
  groups: Groups,
  people: People,
  chat: Address,
): Promise<{ party: Party; isAdmin: boolean }[]> {
  const group = await groups.load(jidOf(chat))
  if (!group) throw new PluginError('REJECTED')
  return Promise.all(
    group.participants.map(async (member) => {
      const names = await people.of(member.id, plainJid(member.phoneNumber) ?? plainJid(member.lid))
      return { party: partyOf(names, member.name ?? member.notify), isAdmin: Boolean(member.admin) }
    }),
  )
}
