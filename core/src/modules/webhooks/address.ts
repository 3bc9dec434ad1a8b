import type { Egress } from '../../platform/egress/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'

/**
 * An address as it is kept. What customers write must not travel in the open, so that http is for addresses of the
 * operator's list. Empty stays empty. @throws ERR_WEBHOOK_URL
 */
export function addressOf(egress: Pick<Egress, 'check'>, text: string): string {
  const given = text.trim()
  if (given === '') return ''
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !isAllowed(egress, url)) throw new AppError('ERR_WEBHOOK_URL')
  url.hash = ''
  return url.href
}

function isAllowed(egress: Pick<Egress, 'check'>, url: URL): boolean {
  try {
    return egress.check(url) === 'listed' || url.protocol === 'https:'
  } catch {
    // refused; why is no business of whoever explores
    return false
  }
}
