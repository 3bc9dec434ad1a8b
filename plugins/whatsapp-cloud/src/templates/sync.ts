import { record, records, text } from '@recado/loose-json'
import type { Template } from '@recado/sdk'
import { explained } from '../api/cloud.ts'
import type { Sending } from '../send/body.ts'
import { FIELDS, templateOf } from './map-template.ts'

const PAGE = 100
const MAX_PAGES = 100
/** Every account has it, only for trying out. */
const SAMPLE = 'hello_world'

/** All templates of the account, page by page. */
export async function syncTemplates({ ctx, cloud }: Sending, signal: AbortSignal): Promise<Template[]> {
  const templates: Template[] = []
  let after: string | undefined
  try {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { fields: FIELDS, limit: PAGE, ...(after === undefined ? {} : { after }) }
      const answer = await cloud.graph.call(`${cloud.account}/message_templates`, { query, signal })
      templates.push(...records(answer.data).flatMap((one) => templateOf(one) ?? []))
      const next = text(record(record(answer.paging).cursors).after)
      // A page without a successor carries a cursor too.
      if (!text(record(answer.paging).next) || next === undefined || next === after) break
      after = next
    }
  } catch (error) {
    throw explained(ctx, error)
  }
  return templates.filter(({ name }) => name !== SAMPLE)
}
