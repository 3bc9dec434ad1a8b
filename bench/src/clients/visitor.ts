import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { createListeners } from './person.ts'

/** Somebody with the web chat open. */
export async function startVisitor(hook: string) {
  const answer = await fetch(`${hook}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(hook).origin },
    body: '{}',
  })
  if (!answer.ok) throw new Error(`no session: ${answer.status} ${await answer.text()}`)
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const socket = new WebSocket(`${hook.replace('http', 'ws')}/socket`, { headers: { origin: new URL(hook).origin } })
  const { hears } = createListeners(socket)
  await new Promise<void>((done, failed) => {
    socket.once('open', done)
    socket.once('error', failed)
  })
  const ready = hears('"ready"')
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  send({ type: 'hello', token: accessToken })
  await ready
  return {
    hears,
    type: (on: boolean) => send({ type: 'typing', on }),
    say: (text: string) => send({ type: 'send', uuid: randomUUID(), text }),
    close: () => socket.terminate(),
  }
}
