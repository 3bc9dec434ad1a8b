import { COMMON_WORDS } from './common-passwords.ts'

/** Characters; bytes are limited too, so that hashing stays cheap. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX_BYTES = 256

/**
 * Whether a password may be used (spec §5, reliability A-09): length, an upper and a lower case letter, a digit, and
 * nothing that is guessed first. `words` are names that the person would use: their own, the company's.
 */
export function passwordFault(
  password: string,
  words: readonly string[],
): 'ERR_PASSWORD_POLICY' | 'ERR_PASSWORD_COMMON' | null {
  const bytes = new TextEncoder().encode(password).length
  if ([...password].length < PASSWORD_MIN || bytes > PASSWORD_MAX_BYTES) return 'ERR_PASSWORD_POLICY'
  if (!/\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password) || !/\p{Nd}/u.test(password)) return 'ERR_PASSWORD_POLICY'
  return isGuessable(password, words) ? 'ERR_PASSWORD_COMMON' : null
}

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const unleet = (text: string): string => text.replace(/[0-9@$!]/g, (character) => LEET[character] ?? character)

/** A common word or a name, however it is dressed up: `Senha123`, `P@ssw0rd!`, `MariaSouza2024`. */
function isGuessable(password: string, words: readonly string[]): boolean {
  const lower = plain(password)
  const bare = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const cores = [lower, bare(lower), unleet(lower), bare(unleet(lower)), unleet(bare(lower))]
  const names = words.flatMap((word) => plain(word).split(/[^a-z0-9]+/)).filter((word) => word.length >= 4)
  for (const core of cores) {
    if (COMMON_WORDS.has(core)) return true
    const rest = names.reduce((text, name) => text.replaceAll(name, ''), core)
    if (rest !== core && rest.replace(/[^a-z]/g, '').length < 4) return true
  }
  return false
}
