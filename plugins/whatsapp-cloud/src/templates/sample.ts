import { text } from '@recado/loose-json'
import { fileNameOf, plainType } from '@recado/meta-graph'
import { type MediaInfo, PluginError, type TemplateComponent } from '@recado/sdk'
import { repeatable } from '../api/cloud.ts'
import { UPLOAD_MS } from '../limits.ts'
import type { Sending } from '../send/body.ts'
import { mediaInfo } from '../send/upload.ts'
import type { CloudSettings } from '../settings.ts'

/** Components with our sample files replaced by the handles under which Meta's reviewers find them. */
export async function withSamples(
  sending: Sending,
  components: readonly TemplateComponent[],
  signal: AbortSignal,
): Promise<object[]> {
  const built: object[] = []
  for (const component of components) {
    const { example, cards, ...rest } = component
    const { headerMediaId, ...samples } = example ?? {}
    const handle = headerMediaId
      ? { header_handle: [await uploadToApp(sending, await mediaInfo(sending.ctx, { id: headerMediaId }), signal)] }
      : {}
    const whole = { ...samples, ...handle }
    const inside = []
    for (const card of cards ?? []) inside.push({ components: await withSamples(sending, card.components, signal) })
    built.push({
      ...rest,
      ...(Object.keys(whole).length > 0 ? { example: whole } : {}),
      ...(cards ? { cards: inside } : {}),
    })
  }
  return built
}

/** Sessions look like `upload:MTphd…?sig=…`; they become part of a path. */
const SESSION = /^upload:[\w=:+/.%-]+(\?[\w=&%.+/:-]*)?$/

/** Graph API, resumable uploads: a session of the app, then the bytes, which bring a handle. */
export async function uploadToApp({ ctx, cloud }: Sending, info: MediaInfo, signal: AbortSignal): Promise<string> {
  const appId = (ctx.settings as Readonly<CloudSettings>).appId ?? text(ctx.app.settings.appId)
  if (!appId) throw new PluginError('MISCONFIGURED', { field: 'appId', detail: ctx.t('error.noAppId') })
  const type = plainType(info.mimeType)
  const query = { file_name: fileNameOf(info), file_length: info.size, file_type: type }
  const path = `/${encodeURIComponent(appId)}/uploads`
  const session = text((await repeatable(() => cloud.graph.call(path, { method: 'POST', query, signal }))).id) ?? ''
  if (!SESSION.test(session)) throw new PluginError('TEMPORARY', { detail: 'no upload session' })
  const body = await ctx.media.open(info.id, signal)
  // This one call wants the token in a form of its own.
  const headers = { authorization: `OAuth ${await cloud.token()}`, file_offset: '0', 'content-type': type }
  const call = () =>
    cloud.graph.call(`/${session}`, { headers, body, bodyBytes: info.size, signal, timeoutMs: UPLOAD_MS })
  const handle = text((await repeatable(call)).h)
  if (!handle) throw new PluginError('TEMPORARY', { detail: 'no handle for the sample' })
  return handle
}
