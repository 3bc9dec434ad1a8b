import { MAX_FILE_BYTES } from '@recado/core/modules/media/contract'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { i18n } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import type { ChatKey } from '../place.ts'
import { drafts } from '../state/drafts.ts'

/** Files of one send. */
const AT_ONCE = 10

/** Tells the files of one draft apart. */
export const keyOfFile = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

/** Takes files into the draft; those that the store would refuse are named with the reason. */
export function takeFiles(key: ChatKey, given: Iterable<File>): void {
  const files = [...drafts.of(key).files]
  for (const file of given) {
    const { name } = file
    if (file.size === 0) toast.warning(i18n.t('internalChat:composer.emptyFile', { name }))
    else if (file.size > MAX_FILE_BYTES)
      toast.warning(i18n.t('internalChat:composer.tooLarge', { name, limit: formatBytes(MAX_FILE_BYTES) }))
    else if (files.some((other) => keyOfFile(other) === keyOfFile(file))) continue
    else if (files.length >= AT_ONCE) {
      toast.warning(i18n.t('internalChat:composer.tooMany', { count: AT_ONCE }))
      break
    } else files.push(file)
  }
  drafts.patch(key, { files })
}
