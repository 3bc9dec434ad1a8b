import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Decodings } from './decoding.ts'

const PROGRAM = fileURLToPath(new URL('./decoder-process.ts', import.meta.url))
/** A process that decodes takes some 60 MB, so it goes when nobody needs it. */
const IDLE_MS = 60_000
/** Longer than the library's own limit: for what does not even keep that one. */
const STUCK_MS = 30_000

export class DecoderEnded extends Error {
  constructor() {
    super('the process that decodes pictures ended')
  }
}

interface Waiting {
  done(answer: never): void
  failed(): void
}

interface Running {
  child: ChildProcess
  waiting: Map<number, Waiting>
  idle: NodeJS.Timeout
}

export interface Decoder {
  ask<K extends keyof Decodings>(kind: K, ask: Decodings[K]['ask']): Promise<Decodings[K]['answer']>
  /** Process id while there is one. */
  pid(): number | null
}

/** Pictures are decoded in a process of their own (reliability T-25), started with the first and ended when idle. */
export function createDecoder({ idleMs = IDLE_MS, stuckMs = STUCK_MS } = {}): Decoder {
  let running: Running | null = null
  let lastId = 0

  function start(): Running {
    const child = fork(PROGRAM, [], {
      // nothing of ours is in its environment: the key of the sealed secrets would be
      env: {},
      cwd: '/',
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const waiting: Running['waiting'] = new Map()
    const idle = setTimeout(() => (waiting.size > 0 ? idle.refresh() : child.disconnect()), idleMs)
    idle.unref()
    const own: Running = { child, waiting, idle }
    child.unref()
    child.channel?.unref()
    child.on('message', ({ id, answer }: { id: number; answer: never }) => waiting.get(id)?.done(answer))
    const ended = () => {
      clearTimeout(idle)
      if (running === own) running = null
      for (const { failed } of waiting.values()) failed()
    }
    child.on('error', ended)
    child.on('disconnect', ended)
    child.on('exit', ended)
    return own
  }

  function once<K extends keyof Decodings>(kind: K, ask: Decodings[K]['ask']): Promise<Decodings[K]['answer']> {
    running ??= start()
    const { child, waiting, idle } = running
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      const stuck = setTimeout(() => child.kill('SIGKILL'), stuckMs)
      const settle =
        <A extends unknown[]>(act: (...args: A) => void) =>
        (...args: A) => {
          clearTimeout(stuck)
          waiting.delete(id)
          idle.refresh()
          act(...args)
        }
      waiting.set(id, { done: settle(resolve), failed: settle(() => reject(new DecoderEnded())) })
      child.send({ id, kind, ask }, (error) => error && waiting.get(id)?.failed())
    })
  }

  return {
    pid: () => running?.child.pid ?? null,
    // once more in a new process: the picture beside this one may have ended the first
    ask: (kind, ask) => once(kind, ask).catch(() => once(kind, ask)),
  }
}
