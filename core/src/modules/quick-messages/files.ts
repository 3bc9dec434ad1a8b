import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { MediaService } from '../media/index.ts'

/** Files by id, or as whole records of which the id counts; each once, in their order. */
export const fileIds = (given: readonly (string | { id: string })[]): string[] => [
  ...new Set(given.map((entry) => (typeof entry === 'string' ? entry : entry.id).toLowerCase())),
]

/**
 * Whether these files may be kept with a text: new ones must be of those that the caller may open.
 * @throws ERR_NO_MEDIA_FOUND, ERR_MEDIA_TOO_LARGE
 */
export async function checkFiles(
  media: Pick<MediaService, 'get'>,
  scope: Scope,
  ids: readonly string[],
  { known, maxBytes }: { known: readonly string[]; maxBytes: number },
): Promise<void> {
  const files = await Promise.all(ids.map((id) => (known.includes(id) ? null : media.get(scope, id))))
  const sum = files.reduce((total, file) => total + (file?.size ?? 0), 0)
  if (files.some((file) => file && file.state !== 'ready')) throw new AppError('ERR_NO_MEDIA_FOUND')
  if (sum > maxBytes) throw new AppError('ERR_MEDIA_TOO_LARGE', { params: { maxBytes } })
}
