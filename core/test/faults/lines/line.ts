import { eventually } from '../client.ts'

/** What a provider took: to whom, and the text without the writer's name that may stand above it. */
export interface Taken {
  customer: string
  text: string
}

/** A provider on loopback, as far as a test needs it that kills the program. */
export interface Line {
  type: string
  settings: Record<string, unknown>
  env?: Record<string, string>
  /** The provider's own address, where a company types it in. */
  egress?: string
  /** The channel has this address. */
  connected?(hookUrl: string): void
  scan?(qr: string): void
  /**
   * Somebody by this name writes; resolves once the provider knows that it was taken and forgets it. One that tells
   * everything once is asked for what it told in vain: `isKept` tells when that has come.
   */
  says(customer: string, text: string, isKept: () => Promise<boolean>): Promise<void>
  /** All that it took from the product, in order. */
  taken(): Taken[]
  /** Answers of each conversation at most: one may go at the pace of a person. */
  mostAnswers?: number
  /** The owner of a channel dies while it may have sent something: is the same send asked for again harmless? */
  isIdempotent?: boolean
  close(): Promise<void>
}

export const LOOK_MS = 5
const AGAIN_MS = 50

export const lastLine = (text: unknown): string =>
  String(text ?? '')
    .split('\n')
    .at(-1) ?? ''

/** Asks for one of something per name, and finds the name again by it. */
export function register<T>(make: (name: string) => T) {
  const all = new Map<string, T>()
  return {
    of(name: string): T {
      const found = all.get(name) ?? make(name)
      all.set(name, found)
      return found
    },
    nameOf: (fits: (one: T) => boolean): string => [...all].find(([, one]) => fits(one))?.[0] ?? '',
  }
}

/** Tries until it is done, as providers do that come again with what was not taken. */
export const insist = (isDone: () => Promise<boolean>): Promise<unknown> => eventually(isDone, undefined, AGAIN_MS)

/** A hook that comes again until it is taken. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string | Buffer<ArrayBuffer>,
): Promise<{ status: number }> {
  await insist(async () => {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    await answer?.body?.cancel()
    return answer?.status === 200
  })
  return { status: 200 }
}
