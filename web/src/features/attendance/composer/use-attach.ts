import type { ChannelFeatures } from '@recado/sdk'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import { attachments } from './attachments.ts'
import { type FileProblem, fitFile, totalProblem } from './limits.ts'

/** Files of one send. */
const AT_ONCE = 30

/** Takes files into the composer; those that the channel refuses are named with the reason. */
export function useAttach(ticketId: number, features: ChannelFeatures | null): (files: Iterable<File>) => void {
  const t = useT('attendance')
  const reason = (problem: FileProblem): string =>
    t(`composer.problem.${problem.rule}`, { limit: 'limit' in problem ? formatBytes(problem.limit) : '' })
  return (files) => {
    const given = [...files]
    const room = AT_ONCE - attachments.of(ticketId).length
    if (given.length > room) toast.warning(t('composer.tooMany', { count: AT_ONCE }))
    const taken: { file: File; kind: Parameters<typeof attachments.add>[1][number]['kind'] }[] = []
    for (const file of given.slice(0, room)) {
      const fit = fitFile(file, features)
      const total = totalProblem([...attachments.of(ticketId), ...taken].map((one) => one.file).concat(file), features)
      if ('problem' in fit) toast.warning(t('composer.refused', { name: file.name }), { detail: reason(fit.problem) })
      else if (total) toast.warning(t('composer.refused', { name: file.name }), { detail: reason(total) })
      else taken.push({ file, kind: fit.kind })
    }
    if (taken.length > 0) attachments.add(ticketId, taken)
  }
}
