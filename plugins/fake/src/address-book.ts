import { type ChannelContext, type ChannelInstance, type HookReply, Party } from '@recado/sdk'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Control } from './control.ts'
import { misbehave } from './misbehave.ts'

const KEY = 'address-book'
const MAX_PEOPLE = 1000

const Book = Type.Object({ contacts: Type.Array(Party, { maxItems: MAX_PEOPLE }) })

/** Whom `listContacts` names from now on. */
export async function keepBook(ctx: ChannelContext, body: unknown): Promise<HookReply> {
  if (!Value.Check(Book, body)) return { status: 400, json: { error: `not { contacts } of at most ${MAX_PEOPLE}` } }
  await ctx.store.set(KEY, body.contacts)
  return { json: { kept: body.contacts.length } }
}

export const addressBook = (ctx: ChannelContext, control: Control): Pick<ChannelInstance, 'listContacts'> => ({
  async *listContacts(signal) {
    await misbehave(control, signal)
    yield* (await ctx.store.get<Party[]>(KEY))?.value ?? []
  },
})
