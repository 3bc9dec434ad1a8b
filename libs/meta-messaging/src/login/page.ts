import type { HookReply } from '@recado/sdk'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** A page of one sentence, for the window in which somebody logged in. */
export const page = (status: number, title: string, text: string): HookReply => ({
  status,
  headers: HEADERS,
  body: `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color:#1b1f24}
@media(prefers-color-scheme:dark){body{background:#15181c;color:#e6e8ea}}h1{font-size:1.25rem}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body></html>`,
})
