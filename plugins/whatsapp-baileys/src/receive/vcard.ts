interface Contact {
  name: string
  phones: string[]
  emails?: string[]
}

/** A business card as WhatsApp writes it. Hostile input: bounded, plain text, never throws. */
export function contactOf(displayName: unknown, vcard: unknown): Contact {
  const lines =
    typeof vcard === 'string'
      ? vcard
          .slice(0, 20_000)
          .replace(/\r?\n[ \t]/g, '')
          .split(/\r?\n/)
          .slice(0, 200)
      : []
  const phones: string[] = []
  const emails: string[] = []
  let name = typeof displayName === 'string' ? displayName : ''
  for (const line of lines) {
    const colon = line.indexOf(':')
    const head = line.slice(0, colon).toUpperCase()
    const value = line.slice(colon + 1).trim()
    if (colon < 0 || !value) continue
    const field = head.split(';')[0]?.split('.').at(-1)
    if (field === 'FN' && !name) name = value
    if (field === 'TEL') phones.push(phoneOf(line.slice(0, colon), value))
    if (field === 'EMAIL') emails.push(value.slice(0, 255))
  }
  return {
    name: name.slice(0, 255) || phones[0] || '?',
    phones: phones.slice(0, 20),
    ...(emails.length > 0 ? { emails: emails.slice(0, 20) } : {}),
  }
}

/** `waid` is the number on WhatsApp, in digits. */
function phoneOf(head: string, value: string): string {
  const id = /waid=(\d{5,20})/i.exec(head)?.[1]
  return (id ? `+${id}` : value).slice(0, 64)
}
