import { randomBytes } from 'node:crypto'
import type { HookReply } from '@recado/sdk'
import { frameAncestors } from './origins.ts'
import type { PublicConfig } from './wire.ts'

/** JSON that cannot end the element it stands in. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const languageOf = (config: PublicConfig): string => (config.language === 'auto' ? 'pt' : config.language)

/**
 * The document inside the iframe. Only the allowed sites may frame it; it runs our own script and nothing inline.
 * Addresses are relative to `/hooks/:key/frame`, so that a path prefix of the host does no harm.
 */
export function framePage(config: PublicConfig, own: URL): HookReply {
  const nonce = randomBytes(16).toString('base64')
  const socketOrigin = own.origin.replace(/^http/, 'ws')
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${socketOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors(config.origins)}`,
  ]
  const body = `<!doctype html>
<html lang="${languageOf(config)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<title>Chat</title>
<link rel="stylesheet" href="../../assets/webchat/frame.css">
</head>
<body>
<script id="config" type="application/json" nonce="${nonce}">${embedded(config)}</script>
<script src="../../assets/webchat/frame.js" nonce="${nonce}" defer></script>
</body>
</html>
`
  return {
    body,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'cache-control': 'no-store',
    },
  }
}
