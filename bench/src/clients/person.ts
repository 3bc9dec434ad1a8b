import { WebSocket } from 'ws'

/** Somebody with a browser: opens tickets, types, and waits for what is told. */
export async function connectPerson(url: string, token: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const waiting = createListeners(socket)
  socket.on('message', (data) => {
    const text = String(data)
    if (text === '2') socket.send('3')
    else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`)
  })
  await waiting.hears('40{"sid"')
  let last = 0
  const tell = async (event: string, value: unknown) => {
    const id = last++
    const answered = waiting.hears(`43${id}[`)
    socket.send(`42${id}${JSON.stringify([event, value])}`)
    if (!(await answered).includes('"ok":true')) throw new Error(`${event} was refused`)
  }
  return {
    hears: waiting.hears,
    open: (ticketId: number) => tell('joinChatBox', ticketId),
    type: (ticketId: number, on: boolean) => tell('typing', { ticketId, on }),
    close: () => socket.terminate(),
  }
}

/** Frames of a socket with a certain text, the next one each. */
export function createListeners(socket: WebSocket) {
  const waiting = new Set<{ part: string; done(text: string): void }>()
  socket.on('message', (data) => {
    const text = String(data)
    for (const one of waiting) {
      if (!text.includes(one.part)) continue
      waiting.delete(one)
      one.done(text)
    }
  })
  return {
    hears: (part: string): Promise<string> =>
      new Promise((done, failed) => {
        const timer = setTimeout(() => failed(new Error(`not heard: ${part}`)), 15_000)
        waiting.add({
          part,
          done(text) {
            clearTimeout(timer)
            done(text)
          },
        })
      }),
  }
}
