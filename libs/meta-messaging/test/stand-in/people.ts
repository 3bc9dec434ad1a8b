import type { Deliveries } from './deliveries.ts'
import type { PersonState, State } from './model.ts'

type Item = Record<string, unknown>

/** What a customer does; each tells the webhook and answers what it told. */
export interface Person {
  readonly id: string
  /** Their window, as if they had last written then; null as if never. */
  wroteAt(at: number | null): void
  block(): void
  says(text: string, more?: Item): Promise<string>
  /** Attachments as Meta names them: `{ type: 'image', payload: { url } }`. */
  sends(attachments: Item[], more?: Item): Promise<string>
  taps(payload: string, title: string, more?: Item): Promise<string>
  choosesQuickReply(payload: string, title: string): Promise<string>
  edits(mid: string, text: string): Promise<void>
  deletes(mid: string): Promise<void>
  reacts(mid: string, emoji: string | null): Promise<void>
  comesFrom(referral: Item): Promise<void>
  /** Messages arrived at (Messenger only), or were read by, this person. */
  receives(mids: string[], watermark?: number): Promise<void>
  reads(what: { watermark?: number; mid?: string }): Promise<void>
  comments(text: string, post?: string, more?: Item): Promise<string>
  editsComment(id: string, text: string): Promise<void>
  deletesComment(id: string): Promise<void>
  /** Any item of `messaging`, with sender, recipient and time filled in. */
  does(item: Item, where?: 'messaging' | 'standby'): Promise<void>
}

export interface Bodies {
  /** A webhook with one entry. */
  entry(entry: Item): Item
  messaging(...items: Item[]): Item
  changes(...changes: Item[]): Item
}

export const createBodies = (state: State): Bodies => {
  const object = state.options.platform === 'facebook' ? 'page' : 'instagram'
  const entry = (more: Item) => ({ object, entry: [{ id: state.account.id, time: state.now(), ...more }] })
  return {
    entry,
    messaging: (...items) => entry({ messaging: items }),
    changes: (...items) => entry({ changes: items }),
  }
}

export function createPerson(
  state: State,
  bodies: Bodies,
  { deliver }: Pick<Deliveries, 'deliver'>,
  given: Partial<PersonState> & { id: string },
): Person {
  const { id } = given
  const person: PersonState = { wroteAt: state.now(), hasBlocked: false, ...given }
  state.people.set(id, person)
  const isFacebook = state.options.platform === 'facebook'

  const item = (more: Item): Item => ({
    sender: { id },
    recipient: { id: state.account.id },
    timestamp: state.now(),
    ...more,
  })
  const does = (more: Item, where: 'messaging' | 'standby' = 'messaging') =>
    deliver(bodies.entry({ [where]: [item(more)] }))
  const message = async (content: Item): Promise<string> => {
    person.wroteAt = state.now()
    const mid = state.newId('m_in')
    await does({ message: { mid, ...content } })
    return mid
  }
  const feed = (value: Item) =>
    deliver(
      bodies.changes(
        isFacebook
          ? { field: 'feed', value: { item: 'comment', from: { id, name: person.name }, ...value } }
          : { field: 'comments', value: { from: { id, username: person.username }, ...value } },
      ),
    )

  return {
    id,
    wroteAt(at) {
      person.wroteAt = at
    },
    block() {
      person.hasBlocked = true
    },
    says: (text, more = {}) => message({ text, ...more }),
    sends: (attachments, more = {}) => message({ attachments, ...more }),
    async taps(payload, title, more = {}) {
      person.wroteAt = state.now()
      const mid = state.newId('m_tap')
      await does({ postback: { mid, payload, title, ...more } })
      return mid
    },
    choosesQuickReply: (payload, title) => message({ text: title, quick_reply: { payload } }),
    edits: (mid, text) => does({ message_edit: { mid, text, num_edit: 1 } }),
    deletes: (mid) => does({ message: { mid, is_deleted: true } }),
    reacts: (mid, emoji) =>
      does({ reaction: { mid, action: emoji ? 'react' : 'unreact', ...(emoji ? { reaction: 'other', emoji } : {}) } }),
    comesFrom: (referral) => does({ referral }),
    receives: (mids, watermark = state.now()) => does({ delivery: { mids, watermark } }),
    reads: (what) => does({ read: what }),
    async comments(text, post = 'post-1', more = {}) {
      const comment = isFacebook ? state.newId(`${post}_`) : state.newId('1800')
      state.comments.set(comment, { author: id, at: state.now(), isAnswered: false })
      const value = isFacebook
        ? { verb: 'add', comment_id: comment, post_id: post, parent_id: post, message: text }
        : { id: comment, text, media: { id: post, media_product_type: 'FEED' } }
      await feed({ ...value, ...more })
      return comment
    },
    editsComment: (comment, text) => feed({ verb: 'edited', comment_id: comment, message: text }),
    deletesComment: (comment) => feed({ verb: 'remove', comment_id: comment }),
    does,
  }
}
