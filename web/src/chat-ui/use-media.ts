import { type Media, mediaContract } from '@recado/core/modules/media/contract'
import { useState } from 'react'
import { call } from '../lib/http/client.ts'

/**
 * Addresses of files are short-lived: `renew` asks for fresh ones, once per file, when one no longer works. `fetchAgain`
 * is for a file that could not be had from the channel.
 */
export function useMedia(media: Media): {
  media: Media
  isBroken: boolean
  renew(): void
  fetchAgain(): Promise<void>
} {
  const [fresh, setFresh] = useState<Media | null>(null)
  const [isBroken, setBroken] = useState(false)
  const isNewer = fresh !== null && fresh.id === media.id && media.state !== 'pending'
  const renew = () => {
    if (fresh?.id === media.id) {
      setBroken(true)
      return
    }
    call(mediaContract.routes.get, { params: { id: media.id }, quiet: true }).then(setFresh, () => setBroken(true))
  }
  const fetchAgain = async () => setFresh(await call(mediaContract.routes.fetch, { params: { id: media.id } }))
  return { media: isNewer ? fresh : media, isBroken, renew, fetchAgain }
}
