import { isGroupId } from '@recado/whatsapp-ids'
import type { DriverSetup } from './driver.ts'

export interface KnownChat {
  id: string | undefined
  /** Epoch milliseconds of its newest message; undefined when nobody says. */
  at: number | undefined
}

/** The ids of those in which something happened since, newest first. */
export function newsIn(
  { settings }: Pick<DriverSetup, 'settings'>,
  chats: readonly KnownChat[],
  since: number,
): string[] {
  return chats
    .filter(({ at = since }) => at >= since)
    .sort((a, b) => (b.at ?? since) - (a.at ?? since))
    .flatMap(({ id }) => (id && !(settings.ignoreGroups && isGroupId(id)) ? [id] : []))
}
