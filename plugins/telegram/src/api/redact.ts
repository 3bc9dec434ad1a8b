/** Bot tokens wherever they stand: in addresses (`/bot<token>/…`), in messages of the network library. */
const TOKEN = /\d{3,20}:[A-Za-z0-9_-]{20,}/g

export const redact = (text: string): string => text.replace(TOKEN, '[token]')
