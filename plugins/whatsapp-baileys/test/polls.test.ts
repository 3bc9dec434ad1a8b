import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

const sha256 = (data: string) => createHash('sha256').update(data).digest()

/** A phone's vote: sealed with the poll's secret, the names of its writer and of the voter. */
function voteIn(poll: { id: string; secret: Buffer; by: string }, voter: string, ...options: string[]) {
  const key = createHmac('sha256', Buffer.alloc(32)).update(poll.secret).digest()
  const parts = [poll.id, poll.by, voter, 'Poll Vote'].map((text) => Buffer.from(text))
  const sealing = createHmac('sha256', key)
    .update(Buffer.concat([...parts, Buffer.from([1])]))
    .digest()
  const encIv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealing, encIv).setAAD(Buffer.from(`${poll.id}\u0000${voter}`))
  const vote = proto.Message.PollVoteMessage.encode({ selectedOptions: options.map(sha256) }).finish()
  return { encPayload: Buffer.concat([cipher.update(vote), cipher.final(), cipher.getAuthTag()]), encIv }
}

const created = (secret: Buffer, ...options: string[]): proto.IMessage => ({
  pollCreationMessageV3: { name: 'Qual?', options: options.map((optionName) => ({ optionName })) },
  messageContextInfo: { messageSecret: secret },
})

describe('a vote', () => {
  it.each(['pnJid', 'lidJid'] as const)(
    'in a poll of the phone is an answer to it, sealed for the %s',
    async (name) => {
      const it = await openChannel()
      const [bia, { owner }] = [it.whatsapp.addPerson(), it.whatsapp]
      await it.pair()
      const secret = randomBytes(32)
      const id = await it.whatsapp.says(owner, created(secret, 'Manhã', 'Tarde'), { writtenTo: bia, addressing: 'pn' })
      const poll = await it.event('message')
      expect(poll.content).toEqual({ type: 'poll', question: 'Qual?', options: ['Manhã', 'Tarde'] })

      const pollCreationMessageKey = { remoteJid: owner.pnJid, id, fromMe: false }
      const votes = async (...options: string[]) => {
        const vote = voteIn({ id, secret, by: owner[name] }, bia[name], ...options)
        await it.whatsapp.says(bia, { pollUpdateMessage: { pollCreationMessageKey, vote } })
      }
      await votes('Tarde')
      expect(await it.event('message', ({ direction }) => direction === 'in')).toMatchObject({
        content: { type: 'choice', text: 'Tarde' },
        replyTo: poll.externalId,
      })
      await votes('Manhã', 'Tarde')
      await it.event('message', ({ content }) => content.type === 'choice' && content.text === 'Manhã, Tarde')
      // Taken back: nothing that anybody has to answer.
      await votes()
      await it.whatsapp.says(bia, 'Pronto')
      await it.event('message', ({ content }) => content.type === 'text')
      expect(it.messages()).toHaveLength(4)
    },
  )

  it('in a poll that nobody here has seen is told at least', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const vote = voteIn({ id: '3EB0OLD', secret: randomBytes(32), by: it.whatsapp.owner.pnJid }, bia.pnJid, 'Sim')
    const pollCreationMessageKey = { remoteJid: it.whatsapp.owner.pnJid, id: '3EB0OLD', fromMe: false }
    await it.whatsapp.says(bia, { pollUpdateMessage: { pollCreationMessageKey, vote } })
    expect((await it.event('message')).content).toEqual({ type: 'unsupported', what: 'a vote in a poll' })
  })
})
