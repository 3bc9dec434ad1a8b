import { createHash } from 'node:crypto'
import type { HookReply, HookRequest } from '@recado/sdk'
import type { Hub, Listener } from './hub.ts'
import type { WriteReplay } from './replay.ts'
import type { Session } from './sessions.ts'
import type { ServerFrame } from './wire.ts'

interface Deps {
  hub: Hub
  writeReplay: WriteReplay
  holdMs: number
}

/**
 * The socket's frames for networks that let no socket through. Without news the answer is held back for a while; `tag`
 * is the widget's last one and tells whether its view of the conversation is still what the server would show.
 */
export function createPoll({ hub, writeReplay, holdMs }: Deps) {
  return async function poll(session: Session, request: HookRequest): Promise<HookReply> {
    const { after, tag } = request.query
    const frames: ServerFrame[] = []
    let wake = () => {}
    const { id, address } = session
    const listener: Listener = {
      id: `poll:${id}`,
      session: id,
      address,
      former: session.joined,
      cursor: null,
      write: (frame) => {
        frames.push(frame)
        wake()
        return true
      },
      end: () => wake(),
      inTurn: (job) => job(),
    }
    await writeReplay(listener, after ?? null)
    const view = createHash('sha256').update(JSON.stringify(frames)).digest('base64url').slice(0, 22)
    if (view !== tag) return { json: { frames, tag: view } }

    frames.length = 0
    const detach = hub.attach(listener)
    try {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, holdMs)
        const done = () => {
          clearTimeout(timer)
          resolve()
        }
        wake = done
        request.signal.addEventListener('abort', done, { once: true })
        if (request.signal.aborted) done()
      })
    } finally {
      detach()
    }
    return { json: { frames, tag: view } }
  }
}
