import type { Week } from '@recado/core/modules/hours/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { holdUnsaved } from '../../lib/unsaved.ts'
import type { HoursPlace } from './places.ts'

export interface PlaceDraft {
  week: Week | null
  message: string
}

export interface Drafts {
  of(place: HoursPlace): PlaceDraft
  isDirty(place: HoursPlace): boolean
  set(place: HoursPlace, draft: PlaceDraft): void
  discard(place: HoursPlace): void
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What is being changed, place by place, so that looking at another one loses nothing. */
export function useDrafts(places: readonly HoursPlace[]): Drafts {
  const [drafts, setDrafts] = useState<Readonly<Record<string, PlaceDraft>>>({})
  const own: Drafts = {
    of: ({ key, week, message }) => drafts[key] ?? { week, message },
    isDirty: (place) => !same(own.of(place), { week: place.week, message: place.message }),
    set: ({ key }, draft) => setDrafts((now) => ({ ...now, [key]: draft })),
    discard: ({ key }) => setDrafts(({ [key]: _gone, ...rest }) => rest),
  }
  const held = useEffectEvent(() => places.some(own.isDirty))
  useEffect(() => holdUnsaved(() => held()), [])
  return own
}
