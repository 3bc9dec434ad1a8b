import { Type } from 'typebox'
import type { ChannelInstance } from '../../contributions/channel.ts'
import type { MessageTarget, OutboundMessage } from '../../messages/index.ts'
import { withInstance } from '../bench.ts'
import type { ChannelTestContext } from '../context/channel-context.ts'
import { failure, misbehaviour, outcomeOf } from '../outcome.ts'
import { declaredContents, outboundMessage, undeclaredContents } from '../samples.ts'
import type { Check } from '../test-api.ts'
import { type ChannelSubject, channelKind, connectChannel, sampleAddress } from './channel-kind.ts'
import { shapeProblems } from './step.ts'

const SendResult = Type.Object({
  externalId: Type.String({ minLength: 1, maxLength: 512 }),
  moreIds: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 512 }))),
  status: Type.Optional(Type.Enum(['sent', 'delivered'])),
})

const Template = Type.Object({
  name: Type.String({ minLength: 1 }),
  language: Type.String({ minLength: 2 }),
  category: Type.String(),
  status: Type.String(),
})

type Run = { instance: ChannelInstance; test: ChannelTestContext; signal: AbortSignal }

/** Rules of the way out: every declared content is taken, every declared verb works on what was sent. */
export function channelSendChecks(subject: ChannelSubject): Check[] {
  const connected = (body: (run: Run) => Promise<string[]>) =>
    withInstance(subject, channelKind(subject), 'stand-in', async (run) => {
      const outcome = await outcomeOf(() => connectChannel(subject, run.instance, run.test))
      return outcome.state === 'done' ? body(run) : failure('connecting', outcome)
    })
  const send = async ({ instance, signal }: Run, message: OutboundMessage) => {
    const outcome = await outcomeOf(() => instance.send(message, signal))
    const what = `sending ${describeContent(message)}`
    return {
      problems:
        outcome.state === 'done' ? shapeProblems(`${what}: `, SendResult, outcome.value) : failure(what, outcome),
      result: outcome.state === 'done' ? outcome.value : null,
    }
  }
  const text = () => outboundMessage(sampleAddress(subject), { type: 'text', text: 'Bom dia!' })

  return [
    { name: 'it connects and says so', run: () => connected(async () => []) },
    {
      name: 'a text is sent and answered with its id',
      run: () => connected(async (run) => (await send(run, text())).problems),
    },
    {
      name: 'two messages get two ids',
      run: () =>
        connected(async (run) => {
          const [first, second] = [await send(run, text()), await send(run, text())]
          const same = first.result && first.result.externalId === second.result?.externalId
          return [...first.problems, ...second.problems, ...(same ? ['two messages got the same id'] : [])]
        }),
    },
    {
      name: 'every declared content is sent',
      run: () =>
        connected(async (run) => {
          const problems: string[] = []
          for (const content of await declaredContents(subject.definition().features, run.test.media)) {
            problems.push(...(await send(run, outboundMessage(sampleAddress(subject), content))).problems)
          }
          return problems
        }),
    },
    {
      name: 'undeclared contents fail with errors of the closed list',
      run: () =>
        connected(async ({ instance, signal }) => {
          const problems: string[] = []
          for (const content of undeclaredContents(subject.definition().features)) {
            const message = outboundMessage(sampleAddress(subject), content)
            problems.push(
              ...misbehaviour(
                `sending ${describeContent(message)}`,
                await outcomeOf(() => instance.send(message, signal)),
              ),
            )
          }
          return problems
        }),
    },
    {
      name: 'the declared verbs work on a sent message',
      run: () =>
        connected(async (run) => {
          const message = text()
          const { result, problems } = await send(run, message)
          if (!result) return problems
          const target = { id: message.id, externalId: result.externalId, chat: message.to, fromMe: true }
          return [...problems, ...(await verbProblems(subject, run, message, target))]
        }),
    },
    {
      name: 'with idempotent sends declared, a repeat gets the same id',
      run: () =>
        connected(async (run) => {
          if (!subject.definition().features.idempotentSend) return []
          const message = text()
          const first = await send(run, message)
          const again = await send(run, { ...message, attempt: 2 })
          const same = first.result?.externalId === again.result?.externalId
          return [...first.problems, ...again.problems, ...(same ? [] : ['the repeat got another id'])]
        }),
    },
  ]
}

async function verbProblems(
  subject: ChannelSubject,
  { instance, signal }: Run,
  message: OutboundMessage,
  target: MessageTarget,
): Promise<string[]> {
  const { features } = subject.definition()
  const emoji = Array.isArray(features.react) ? features.react[0] : '👍'
  const must: [string, (() => Promise<unknown> | undefined) | false][] = [
    ['reply', Boolean(features.reply) && (() => instance.send(replyTo(message, target), signal))],
    ['edit', () => instance.edit?.(target, { type: 'text', text: 'Boa tarde!' }, signal)],
    ['react', () => instance.react?.(target, emoji ?? null, signal)],
    ['react with nothing', () => instance.react?.(target, null, signal)],
    ['typing', () => instance.typing?.(target.chat, true, signal)],
    ['markRead', () => instance.markRead?.(target.chat, [target.externalId], signal)],
    ['fetchHistory', () => instance.fetchHistory?.(target.chat, { count: 10 }, signal)],
    ['remove', () => instance.remove?.(target, signal)],
  ]
  const problems: string[] = []
  for (const [name, call] of must) if (call) problems.push(...failure(name, await outcomeOf(call)))
  const templates = await outcomeOf(async () => (await instance.syncTemplates?.(signal)) ?? [])
  if (templates.state === 'done')
    problems.push(...shapeProblems('syncTemplates', Type.Array(Template), templates.value))
  else problems.push(...failure('syncTemplates', templates))
  return problems
}

const replyTo = (message: OutboundMessage, { externalId }: MessageTarget): OutboundMessage => ({
  ...outboundMessage(message.to, { type: 'text', text: 'Pois não' }),
  replyTo: { externalId, text: 'Bom dia!' },
})

const describeContent = ({ content }: OutboundMessage): string =>
  content.type === 'media' ? `a file (${content.kind})` : `a content of type ${content.type}`
