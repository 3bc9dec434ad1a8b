import { expect, it } from 'vitest'
import { embedOf } from './channel-addresses.tsx'

it('writes the line for a site from the channel’s address', () => {
  expect(embedOf('https://recado.exemplo.com.br/hooks/8f3k2m9d')).toBe(
    '<script src="https://recado.exemplo.com.br/assets/webchat/recado.js" data-channel="8f3k2m9d" async></script>',
  )
})
