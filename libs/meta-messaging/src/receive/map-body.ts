import { record, records, text } from '@recado/loose-json'
import type { InboundEvent } from '@recado/sdk'
import { mapChange } from './map-comment.ts'
import { type Arrival, type ItemMapping, mapItem } from './map-item.ts'

export interface BodyMapping extends ItemMapping {
  object: 'page' | 'instagram'
  comments: boolean
}

export interface MappedBody {
  events: InboundEvent[]
  arrivals: Arrival[]
}

/** Everything of a webhook that is about the account, in its order. Never throws. */
export function mapBody(body: unknown, mapping: BodyMapping): MappedBody {
  const mapped: MappedBody = { events: [], arrivals: [] }
  const told = record(body)
  if (text(told.object) !== mapping.object) return mapped
  for (const entry of records(told.entry)) {
    const id = text(entry.id)
    if (id === undefined || !mapping.own.has(id)) continue
    for (const item of [...records(entry.messaging), ...records(entry.standby)]) {
      const { events, arrivals } = mapItem(item, entry.time, mapping)
      mapped.events.push(...events)
      mapped.arrivals.push(...arrivals)
    }
    if (!mapping.comments) continue
    for (const change of records(entry.changes)) mapped.events.push(...mapChange(change, entry.time, mapping))
  }
  return mapped
}
