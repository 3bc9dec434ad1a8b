import { expect, it } from 'vitest'
import { openChannel } from './channel.ts'

const TEXTS = Array.from({ length: 12 }, (_, index) => `linha ${index}`)

it('two accounts of one process talk with the same people at once, and nobody misses a word', async () => {
  const channels = await Promise.all([openChannel(), openChannel()])
  await Promise.all(channels.map((channel) => channel.pair()))
  const phones = ['5511988880001', '5511988880002']
  await Promise.all(
    channels.map(async (channel) => {
      const people = phones.map((phone, index) =>
        channel.whatsapp.addPerson({ phone, lid: `99000111222330${index}`, name: `Bia ${index}` }),
      )
      await Promise.all(people.map((person) => channel.whatsapp.says(person, 'oi')))
      await Promise.all(people.map((person) => channel.event('message', ({ chat }) => chat.name === person.name)))
      const talk = people.flatMap((person) => [
        (async () => {
          for (const text of TEXTS) await channel.whatsapp.says(person, text)
        })(),
        (async () => {
          for (const text of TEXTS) await channel.send(person, text)
        })(),
      ])
      await Promise.all(talk)
      for (const person of people) {
        const last = (text: string) =>
          channel.event(
            'message',
            ({ chat, content }) => chat.name === person.name && content.type === 'text' && content.text === text,
          )
        for (const text of TEXTS) await last(text)
        const read = channel.whatsapp.sent.items.filter(({ reader }) => reader === person)
        expect(read.map(({ content }) => content.conversation ?? content.extendedTextMessage?.text)).toEqual(TEXTS)
      }
    }),
  )
}, 30_000)
