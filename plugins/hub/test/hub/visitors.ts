import { type Account, base64, type Raw, type SentMessage } from './model.ts'

export interface VisitorOptions {
  name?: string
  /** How often the network's id is wrapped; 0 gives it plain, null not at all. */
  wrapped?: 0 | 1 | 2 | null
  /** Without the object `message` around it. */
  isFlat?: boolean
  group?: { id: string; name: string }
  timestamp?: string | number
  more?: Raw
}

/** What the customers of one channel do. Each resolves when its hook was answered. */
export interface Visitors {
  /** Any contents, as one message. Answers the network's id. */
  sends(from: string, contents: Raw[] | null, options?: VisitorOptions): Promise<string>
  says(from: string, text: string, options?: VisitorOptions): Promise<string>
  comments(from: string, text: string, post: string, options?: VisitorOptions): Promise<string>
  /** State of a message that was sent: by the hub's id, and the network's as well when asked for. */
  status(sent: Pick<SentMessage, 'id'>, code: string, more?: Raw): Promise<void>
  /** Written at the network itself. */
  echo(to: string, text: string): Promise<void>
  /** Any delivery, as it is. */
  post(body: Raw): Promise<void>
}

export function createVisitors(
  account: Account,
  channelId: string,
  deliver: (channel: string, body: Raw) => Promise<void>,
): Visitors {
  const network = account.channels.find(({ id }) => id === channelId)?.channel ?? 'whatsapp'
  const post = (body: Raw) => deliver(channelId, body)

  const sends: Visitors['sends'] = async (from, contents, options = {}) => {
    account.counter += 1
    const { name = 'joao', wrapped = 1, isFlat = false, group, more = {} } = options
    const providerId = `wamid.IN${account.counter}`
    const timestamp = options.timestamp ?? new Date(account.now()).toISOString()
    const told = wrapped === null ? {} : { providerMessageId: wrap(providerId, wrapped) }
    const message: Raw = {
      id: `m-${account.counter}`,
      from,
      to: channelId,
      direction: 'IN',
      channel: network,
      visitor: { name, firstName: name, lastName: '' },
      ...(group ? { group, isGroup: true } : {}),
      contents,
      timestamp,
      ...told,
      ...more,
    }
    const envelope = { type: 'MESSAGE', subscriptionId: channelId, channel: network, direction: 'IN', timestamp }
    await post(isFlat ? { ...envelope, ...message } : { ...envelope, id: `ev-${account.counter}`, message })
    return providerId
  }

  return {
    sends,
    says: (from, text, options) => sends(from, [{ type: 'text', text }], options),
    comments: (from, text, link, options) =>
      sends(from, [{ type: 'comment', text, media: { link } }], { wrapped: null, ...options }),
    status: ({ id }, code, more = {}) =>
      post({
        type: 'MESSAGE_STATUS',
        id: `st-${id}-${code}`,
        subscriptionId: channelId,
        channel: network,
        messageId: id,
        contentIndex: 0,
        messageStatus: { timestamp: new Date(account.now()).toISOString(), code, description: code, ...more },
      }),
    async echo(to, text) {
      account.counter += 1
      const message = {
        id: `m-${account.counter}`,
        from: channelId,
        to,
        direction: 'OUT',
        contents: [{ type: 'text', text }],
      }
      await post({ type: 'MESSAGE', id: `ev-${account.counter}`, subscriptionId: channelId, direction: 'OUT', message })
    },
    post,
  }
}

const wrap = (value: string, times: number): string => {
  let wrapped = value
  for (let layer = 0; layer < times; layer += 1) wrapped = base64(wrapped)
  return wrapped
}
