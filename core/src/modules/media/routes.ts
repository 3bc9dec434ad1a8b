import type { Scope } from '../../platform/db/scope.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { Media, mediaContract } from './contract.ts'
import type { MediaService } from './service.ts'

/** `getAgain`: a file from the channel, which is known elsewhere. */
export const mediaRoutes = (
  service: MediaService,
  getAgain: (scope: Scope, id: string) => Promise<Media>,
): Handlers<typeof mediaContract> => ({
  upload: ({ scope, files }) => service.upload(scope, files),
  get: ({ scope, params }) => service.get(scope, params.id),
  fetch: ({ scope, params }) => getAgain(scope, params.id),
  async file({ params, query, meta, reply }) {
    const answer = await service.readFile({
      token: params.token,
      download: query.download === true,
      range: meta.headers.range,
      ifRange: meta.headers['if-range']?.toString(),
      ifNoneMatch: meta.headers['if-none-match'],
    })
    reply.status(answer.status)
    for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value)
    return reply.stream(answer.stream, { type: answer.type })
  },
})
