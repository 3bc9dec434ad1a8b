import { createHash } from 'node:crypto'
import type { Content, Store } from '@recado/sdk'
import { decryptPollVote, type proto } from '@whiskeysockets/baileys'
import { clip } from './map-content.ts'

const PREFIX = 'poll:'
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const MOST = 200

/** Votes are sealed for whoever has the poll itself, so what opens them is kept. */
export interface PollVotes {
  /** `creators`: every name that the poll's writer goes by. */
  keep(id: string, message: proto.IMessage, creators: readonly string[]): Promise<void>
  /** What was voted for: null for nothing any more; undefined when the poll is not known. */
  read(vote: proto.Message.IPollUpdateMessage, voters: readonly string[]): Promise<Content | null | undefined>
}

interface Kept {
  at: number
  /** In base64. */
  secret: string
  options: string[]
  creators: string[]
}

export function createPollVotes(store: Store, now: () => number): PollVotes {
  const tidy = async () => {
    for (const { key, value } of await store.list<Partial<Kept> | null>(PREFIX, MOST)) {
      if (now() - (value?.at ?? 0) > KEPT_MS) await store.delete(key)
    }
  }
  return {
    async keep(id, message, creators) {
      const poll = message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3
      const secret = message.messageContextInfo?.messageSecret
      if (!poll || !secret?.length) return
      await tidy()
      const options = (poll.options ?? []).slice(0, 100).flatMap(({ optionName }) => optionName ?? [])
      const kept: Kept = { at: now(), secret: Buffer.from(secret).toString('base64'), options, creators: [...creators] }
      await store.set(`${PREFIX}${id}`, kept, { sealed: true })
    },

    async read({ pollCreationMessageKey, vote }, voters) {
      const id = pollCreationMessageKey?.id
      const kept = id ? (await store.get<Kept>(`${PREFIX}${id}`))?.value : undefined
      if (!id || !kept || !vote) return undefined
      const chosen = open(vote, id, kept, voters)
      if (!chosen) return undefined
      const names = kept.options.filter((name) => chosen.includes(createHash('sha256').update(name).digest('hex')))
      if (names.length === 0) return null
      const words = names.join(', ')
      return { type: 'choice', id: clip(words, 256), text: words }
    },
  }
}

/** The seal names writer and voter by one of their two names each, and does not say by which. */
function open(vote: proto.Message.IPollEncValue, pollMsgId: string, kept: Kept, voters: readonly string[]) {
  const pollEncKey = Buffer.from(kept.secret, 'base64')
  for (const pollCreatorJid of kept.creators) {
    for (const voterJid of voters) {
      try {
        const { selectedOptions } = decryptPollVote(vote, { pollCreatorJid, pollMsgId, pollEncKey, voterJid })
        return (selectedOptions ?? []).map((hash) => Buffer.from(hash).toString('hex'))
      } catch {
        // not sealed for these names
      }
    }
  }
  return null
}
