import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process of this benchmark that is asked and answers. */
export interface Child {
  ask<T>(question: object): Promise<T>
  stop(): void
}

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export async function startChild(file: string, start: object): Promise<Child> {
  const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), { stdio: 'inherit' })
  children.add(child)
  const waiting = new Map<number, { done(value: unknown): void; failed(error: Error): void }>()
  let last = 0
  child.on('message', ({ id, answer, error }: { id: number; answer: unknown; error?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.done(answer)
    else one?.failed(new Error(`${file}: ${error}`))
  })
  child.once('exit', (code) => {
    children.delete(child)
    for (const { failed } of waiting.values()) failed(new Error(`${file} ended with ${code}`))
  })
  const self: Child = {
    ask: <T>(question: object) =>
      new Promise<T>((done, failed) => {
        const id = ++last
        waiting.set(id, { done: (value) => done(value as T), failed })
        child.send({ id, question })
      }),
    stop: () => void child.kill('SIGKILL'),
  }
  await self.ask(start)
  return self
}

/** The other side: answers questions, the first of which is the start. */
export function answerParent(answer: (question: never) => Promise<unknown>): void {
  process.on('message', ({ id, question }: { id: number; question: never }) => {
    answer(question).then(
      (value) => process.send?.({ id, answer: value ?? null }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
