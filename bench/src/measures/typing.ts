import type { Bench } from '../bench.ts'
import { addChannel } from '../bench.ts'
import { connectPerson } from '../clients/person.ts'
import { startVisitor } from '../clients/visitor.ts'
import { startChild } from '../lib/child.ts'
import { createCaller } from '../lib/load.ts'
import { pause, quantile } from '../lib/stats.ts'

const PAIRS = 20
const ROUNDS = 5
/** The channel passes on that a visitor types once in so long. */
const TYPING_EVERY_MS = 2_100

/** Visitors of a web chat and people who answer them, while everybody else is connected. */
export async function measureTyping(bench: Bench): Promise<void> {
  const { node, company, report } = bench
  const [admin] = company.admins
  if (!admin) return
  const { hookUrl } = await addChannel(node.url, admin, 'webchat')
  const hook = `${node.url}${new URL(hookUrl).pathname}`
  const crowd = await startChild('clients/agents.ts', {})
  const people = [...company.agents, ...company.admins]
  await crowd.ask({ connect: people.map(({ token }) => ({ url: node.url, token })) })
  const caller = createCaller(node.url)
  const pairs = await Promise.all(
    Array.from({ length: PAIRS }, async (_, index) => {
      const visitor = await startVisitor(hook)
      const person = company.admins[index] ?? admin
      const socket = await connectPerson(node.url, person.token)
      return { visitor, person, socket }
    }),
  )
  const times: Record<'keys' | 'keysBack' | 'words' | 'wordsBack', number[]> = {
    keys: [],
    keysBack: [],
    words: [],
    wordsBack: [],
  }
  const timed = async (into: number[], heard: Promise<unknown>, act: () => unknown) => {
    const started = performance.now()
    await Promise.all([heard.then(() => into.push(performance.now() - started)), act()])
  }
  await Promise.all(
    pairs.map(async ({ visitor, person, socket }, index) => {
      const { token } = person
      const found = socket.hears(`oi ${index} de `)
      visitor.say(`oi ${index} de visitante`)
      const ticketId = Number(/"ticketId":(\d+)/.exec(await found)?.[1])
      await caller.ask({
        method: 'PUT' as 'POST',
        path: `/tickets/${ticketId}`,
        token,
        body: JSON.stringify({ status: 'open' }),
      })
      await socket.open(ticketId)
      await pause(index * 97)
      for (let round = 0; round < ROUNDS; round++) {
        for (const on of [true, false]) {
          await timed(times.keys, socket.hears(`"ticketId":${ticketId},"on":${on},"who":"contact"`), () =>
            visitor.type(on),
          )
          await timed(times.keysBack, visitor.hears(`"typing","on":${on}`), () => socket.type(ticketId, on))
        }
        const text = `palavra ${index} ${round}.`
        await timed(times.words, socket.hears(`"body":"${text}"`), () => visitor.say(text))
        const answer = `resposta ${index} ${round}.`
        const body = JSON.stringify({ body: answer })
        await timed(times.wordsBack, visitor.hears(`"text":"${answer}"`), () =>
          caller.ask({ method: 'POST', path: `/messages/${ticketId}`, token, body }),
        )
        await pause(TYPING_EVERY_MS)
      }
    }),
  )
  const names = {
    keys: "a visitor's key press on the agent's screen",
    keysBack: "an agent's key press at the visitor's",
    words: "a visitor's message on the agent's screen",
    wordsBack: "an agent's message at the visitor's",
  }
  for (const [kind, list] of Object.entries(times)) {
    report.add({
      part: 'live',
      name: `${names[kind as keyof typeof names]}, p50`,
      value: quantile(list, 0.5),
      unit: 'ms',
      p99: quantile(list, 0.99),
      note: `${list.length} times, ${people.length} agents connected`,
    })
  }
  for (const { visitor, socket } of pairs) {
    visitor.close()
    socket.close()
  }
  crowd.stop()
  await caller.close()
}
