import { resolve } from 'node:path'

/** Kinds as they are typed, each with a template of the same name. */
export const KINDS = ['channel', 'ai', 'flow', 'payment', 'isp-billing', 'voice'] as const
export type Kind = (typeof KINDS)[number]

export interface Wish {
  kind: Kind
  name: string
  folder: string
}

/** A mistake of whoever typed the command; its message is all they need to read. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

export const USAGE = `npm run create-plugin -- <kind> <name> [--dir <folder>]

  kind    ${KINDS.join(' | ')}
  name    lower case letters, digits and hyphens, 2 to 41 characters, starting with a letter: my-${KINDS[0]}
  --dir   where to write it; plugins/<name> when absent`

/** Reads the command line. Relative folders are taken from `cwd`, the default from the repository's `plugins`. */
export function readArguments(words: readonly string[], places: { cwd: string; plugins: string }): Wish {
  const rest = [...words]
  const at = rest.indexOf('--dir')
  const [, dir] = at < 0 ? [] : rest.splice(at, 2)
  if (at >= 0 && !dir) throw new UsageError(`--dir needs a folder\n\n${USAGE}`)
  const [kind, name, ...more] = rest
  if (kind === undefined || name === undefined) throw new UsageError(USAGE)
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many\n\n${USAGE}`)
  if (!isKind(kind)) throw new UsageError(`there is no kind "${kind}": choose one of ${KINDS.join(', ')}`)
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(name) || name.endsWith('-') || name.includes('--')) {
    throw new UsageError(
      `"${name}" is no name for a plugin: lower case letters, digits and single hyphens, as in my-bank`,
    )
  }
  return { kind, name, folder: dir ? resolve(places.cwd, dir) : resolve(places.plugins, name) }
}

const isKind = (word: string): word is Kind => (KINDS as readonly string[]).includes(word)
