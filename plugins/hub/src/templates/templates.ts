import { type Loose, list, record, records, text } from '@recado/loose-json'
import {
  type ChannelContext,
  PluginError,
  type Template,
  type TemplateComponent,
  type TemplateDraft,
} from '@recado/sdk'
import { isStatus } from '../api/client.ts'
import { codeFor, faultOf, HubError } from '../api/errors.ts'
import type { Hub } from '../hub.ts'
import { rulesOf } from '../kinds.ts'
import { LINK_SECONDS } from '../limits.ts'

/** Where the types of a template's buttons are kept: a variable is sent differently for each. */
export const buttonTypesKey = (name: string, language: string): string =>
  `template-buttons:${language}:${name}`.slice(0, 250)

const pathOf = (hub: Hub) => `/v1/templates/${encodeURIComponent(hub.channelId)}`

/** All templates of the channel; none where the network has no templates. */
export async function syncTemplates(ctx: ChannelContext, hub: Hub, signal: AbortSignal): Promise<Template[]> {
  if (!rulesOf(await hub.kind(signal)).templates) return []
  const answer = await (await hub.api()).call('GET', pathOf(hub), undefined, { signal })
  const items = Array.isArray(answer) ? answer : list(record(answer).data ?? record(answer).templates)
  const templates = records(items).flatMap((item) => templateOf(item) ?? [])
  await ctx.store.setMany(
    Object.fromEntries(
      templates.flatMap((template) => {
        const types = buttonTypesOf(template)
        return types.some((type) => type !== 'URL') ? [[buttonTypesKey(template.name, template.language), types]] : []
      }),
    ),
  )
  return templates
}

const buttonTypesOf = ({ components }: Template): string[] =>
  components
    .filter(({ type }) => type === 'BUTTONS')
    .flatMap(({ buttons = [] }) => buttons.map(({ type }) => type.toUpperCase()))

function templateOf(item: Loose): Template | undefined {
  const told = { ...record(item.template), ...item }
  const name = text(told.name)
  const language = text(told.language) ?? text(record(told.language).code)
  if (!name || !language) return undefined
  const quality = text(record(told.quality_score).score) ?? text(told.quality)
  const reason = text(told.rejected_reason) ?? text(told.reason)
  return {
    id: text(told.id) ?? `${name}:${language}`,
    name,
    language,
    category: (text(told.category) ?? 'UTILITY').toUpperCase(),
    status: (text(told.status) ?? 'PENDING').toUpperCase(),
    ...(quality ? { quality: quality.toUpperCase() } : {}),
    ...(reason && reason !== 'NONE' ? { reason: reason.slice(0, 500) } : {}),
    components: records(told.components).flatMap((component) => {
      const type = text(component.type)?.toUpperCase()
      return type ? [{ ...component, type } as TemplateComponent] : []
    }),
  }
}

/** Waits for WhatsApp's approval afterwards. */
export async function createTemplate(
  ctx: ChannelContext,
  hub: Hub,
  draft: TemplateDraft,
  signal: AbortSignal,
): Promise<Template> {
  if (!rulesOf(await hub.kind(signal)).templates)
    throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.noTemplates') })
  const { name, language, category } = draft
  const components = await Promise.all(draft.components.map((component) => withSample(ctx, component)))
  const body = { from: hub.channelId, contents: [{ template: { name, language, category, components } }] }
  const answer = await (await hub.api()).call('POST', pathOf(hub), body, { signal, creates: true })
  const told = [...records(answer), ...records(record(answer).data)]
  for (const one of told) {
    const fault = faultOf(one)
    if (fault) throw new HubError(codeFor(fault.code, fault.words), 200, fault.words)
  }
  const made = told.reverse().find(({ id }) => text(id)) ?? {}
  return {
    ...draft,
    id: text(made.id) ?? `${name}:${language}`,
    status: (text(made.status) ?? 'PENDING').toUpperCase(),
  }
}

/** The hub fetches the sample of a header by its address. */
async function withSample(ctx: ChannelContext, component: TemplateComponent): Promise<TemplateComponent> {
  const { headerMediaId, ...example } = component.example ?? {}
  if (!headerMediaId) return component
  return { ...component, example: { ...example, header_handle: [await ctx.media.url(headerMediaId, LINK_SECONDS)] } }
}

/** One that is already gone is as gone as it should be. */
export async function removeTemplate(hub: Hub, template: Template, signal: AbortSignal): Promise<void> {
  try {
    const path = `${pathOf(hub)}/${encodeURIComponent(template.id)}`
    await (await hub.api()).call('DELETE', path, undefined, { signal })
  } catch (error) {
    if (!isStatus(error, 404)) throw error
  }
}
