import { createHash } from 'node:crypto'
import type { Signer } from './signer.ts'

const PATH = /^files\/([A-Za-z0-9_-]{1,64})\?(.*)$/

export type Links = ReturnType<typeof createLinks>

const ownerOf = (address: string): string => createHash('sha256').update(address).digest('base64url').slice(0, 16)

/** Signed addresses of files, made for one conversation and good for one to two times `ttlMs`. */
export function createLinks(signer: Signer, clock: { now(): number }, ttlMs: number) {
  async function make(mediaId: string, owner: string): Promise<{ url: string; expiresAt: number }> {
    // Rounded, so that a message that is shown again keeps its address and the browser its cached picture.
    const expiresAt = (Math.floor(clock.now() / ttlMs) + 2) * ttlMs
    const sig = await signer.mac('link', `${mediaId}\n${owner}\n${expiresAt}`)
    return { url: `files/${mediaId}?exp=${expiresAt}&for=${owner}&sig=${sig}`, expiresAt }
  }

  const genuine = (mediaId: string, query: Record<string, string | undefined>): Promise<boolean> =>
    signer.check('link', `${mediaId}\n${query.for ?? ''}\n${query.exp ?? ''}`, query.sig ?? '')

  return {
    sign: (mediaId: string, address: string) => make(mediaId, ownerOf(address)),

    /** May the file be handed out to whoever holds this link? */
    async valid(mediaId: string, query: Record<string, string | undefined>): Promise<boolean> {
      return Number(query.exp) > clock.now() && (await genuine(mediaId, query))
    },

    /** A fresh link for an old one of the same conversation, or null. */
    async renew(url: string, address: string): Promise<{ url: string; expiresAt: number } | null> {
      const [, mediaId = '', search = ''] = PATH.exec(url) ?? []
      const query = Object.fromEntries(new URLSearchParams(search))
      const owner = ownerOf(address)
      return query.for === owner && (await genuine(mediaId, query)) ? make(mediaId, owner) : null
    },
  }
}
