import type { WebhookEvent } from '@recado/core/modules/webhooks/contract'

/** Names of events have dots, which separate keys in catalogues. */
export const eventKey = <E extends WebhookEvent | 'test'>(event: E) =>
  event.replaceAll('.', '_') as E extends `${infer A}.${infer B}.${infer C}`
    ? `${A}_${B}_${C}`
    : E extends `${infer A}.${infer B}`
      ? `${A}_${B}`
      : E

/** JSON in lines; what was cut off or is none stays as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
