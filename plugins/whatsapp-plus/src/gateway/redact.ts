const MARK = '•••'

/** A text for people without the secrets that a gateway may have repeated in it, in one line. */
export function redact(text: string, secrets: readonly string[]): string {
  const clean = secrets
    .filter((secret) => secret.length > 0)
    .reduce((left, secret) => left.replaceAll(secret, MARK), text)
  return clean.replace(/\s+/g, ' ').trim().slice(0, 300)
}
