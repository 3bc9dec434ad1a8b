import { number, record, records, text } from '@recado/loose-json'
import { GraphError } from '@recado/meta-graph'
import { type ChannelContext, PluginError } from '@recado/sdk'
import { type Cloud, pointingAt } from '../api/cloud.ts'
import { isGone } from '../api/judge.ts'
import { defined } from '../defined.ts'

/** What Meta says of the number (Cloud API, phone numbers). */
export interface NumberInfo {
  id: string
  /** As people read it: `+55 11 3000-0000`. */
  display?: string
  name?: string
  /** `GREEN`, `YELLOW`, `RED`, `UNKNOWN`. */
  quality?: string
  /** `CONNECTED`, `PENDING`, `DISCONNECTED`, `FLAGGED`, `RESTRICTED`, `BANNED`, … */
  status?: string
  /** `TIER_250`, `TIER_2K`, `TIER_UNLIMITED`, … */
  tier?: string
  /** `STANDARD`, `HIGH`, `NOT_APPLICABLE`. */
  throughput?: string
  /** `CLOUD_API`, `ON_PREMISE`, `NOT_APPLICABLE`. */
  platform?: string
  verification?: string
}

const BASIC = 'display_phone_number,verified_name,quality_rating'
/** A version of the API that lacks one of these refuses the whole question. */
const MORE = 'code_verification_status,status,throughput,messaging_limit_tier,platform_type'

/** @throws PluginError MISCONFIGURED when the number is not there or not visible to the token */
export async function readNumber(ctx: ChannelContext, cloud: Cloud, signal: AbortSignal): Promise<NumberInfo> {
  const read = (fields: string) => cloud.graph.call(cloud.phone, { query: { fields }, signal })
  const found = await pointingAt('phoneNumberId', ctx.t('error.noNumber'), async () => {
    try {
      return await read(`${BASIC},${MORE}`)
    } catch (error) {
      if (!(error instanceof GraphError) || error.fault.code !== 100 || isGone(error.fault)) throw error
      return read(BASIC)
    }
  })
  return {
    id: text(found.id) ?? cloud.phone.slice(1),
    ...defined({
      display: text(found.display_phone_number),
      name: text(found.verified_name),
      quality: text(found.quality_rating),
      status: text(found.status),
      tier: text(found.messaging_limit_tier),
      throughput: text(record(found.throughput).level),
      platform: text(found.platform_type),
      verification: text(found.code_verification_status),
    }),
  }
}

const MAX_PAGES = 20

/**
 * The shared webhook hands a channel what its number and its account are told, so both must really be the tenant's.
 * @throws PluginError MISCONFIGURED when the account is not there or the number is none of it
 */
export async function checkAccount(
  ctx: ChannelContext,
  cloud: Cloud,
  numberId: string,
  signal: AbortSignal,
): Promise<void> {
  await pointingAt('businessAccountId', ctx.t('error.noAccount'), async () => {
    let after: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { fields: 'id', limit: 100, ...(after === undefined ? {} : { after }) }
      const answer = await cloud.graph.call(`${cloud.account}/phone_numbers`, { query, signal })
      if (records(answer.data).some(({ id }) => text(id) === numberId)) return
      const paging = record(answer.paging)
      after = text(paging.next) ? text(record(paging.cursors).after) : undefined
      if (after === undefined) break
    }
    throw new PluginError('MISCONFIGURED', { field: 'businessAccountId', detail: ctx.t('error.otherAccount') })
  })
}

/** `TIER_2K` → 2000; undefined without a limit or when it is told otherwise. */
export function tierLimit(tier: string | undefined): number | undefined {
  const [, count = '', thousand] = /^TIER_(\d+)(K?)$/.exec(tier ?? '') ?? []
  const limit = number(count)
  return limit === undefined ? undefined : limit * (thousand ? 1000 : 1)
}
