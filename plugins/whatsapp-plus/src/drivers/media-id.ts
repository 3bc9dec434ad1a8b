import { type MediaRef, PluginError } from '@recado/sdk'

/** Outbound files carry the id of our store. */
export function mediaId({ id }: MediaRef): string {
  if (!id) throw new PluginError('MEDIA_REJECTED', { detail: 'the message names no file' })
  return id
}
