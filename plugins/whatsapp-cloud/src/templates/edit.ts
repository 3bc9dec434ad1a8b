import { text } from '@recado/loose-json'
import { GraphError } from '@recado/meta-graph'
import { PluginError, type Template, type TemplateComponent, type TemplateDraft } from '@recado/sdk'
import { explained } from '../api/cloud.ts'
import { isGone } from '../api/judge.ts'
import { refused, type Sending } from '../send/body.ts'
import { forgetTemplate, placeholders } from './definition.ts'
import { FIELDS, templateOf } from './map-template.ts'
import { withSamples } from './sample.ts'

/** Hands a new template in for review. */
export async function createTemplate(sending: Sending, draft: TemplateDraft, signal: AbortSignal): Promise<Template> {
  const { ctx, cloud } = sending
  return refusalsOf(sending, async () => {
    const { name, language, category } = draft
    const components = await withSamples(sending, draft.components, signal)
    const format = isNamed(draft.components) ? { parameter_format: 'NAMED' } : {}
    const json = { name, language, category, ...format, components }
    const made = await cloud.graph.call(`${cloud.account}/message_templates`, { json, signal, creates: true })
    const id = text(made.id)
    if (!id) throw new PluginError('AMBIGUOUS', { detail: ctx.t('error.noId') })
    return { ...draft, id, category: text(made.category) ?? category, status: text(made.status) ?? 'PENDING' }
  })
}

/** Changes what a template says; it goes into review again. Name and language stand for ever. */
export async function editTemplate(
  sending: Sending,
  template: Template,
  draft: TemplateDraft,
  signal: AbortSignal,
): Promise<Template> {
  const { ctx, cloud } = sending
  if (draft.name !== template.name || draft.language !== template.language) throw refused(ctx, 'error.templateName')
  return refusalsOf(sending, async () => {
    const category = draft.category === template.category ? {} : { category: draft.category }
    const json = { ...category, components: await withSamples(sending, draft.components, signal) }
    const path = `/${encodeURIComponent(template.id)}`
    await cloud.graph.call(path, { json, signal })
    await forget(sending, template)
    const found = templateOf(await cloud.graph.call(path, { query: { fields: FIELDS }, signal }))
    return found ?? { ...template, ...draft, status: 'PENDING' }
  })
}

/** Deletes one language of a template; one that is gone already is fine. */
export async function removeTemplate(sending: Sending, template: Template, signal: AbortSignal): Promise<void> {
  const { cloud } = sending
  const query = { name: template.name, hsm_id: template.id }
  await refusalsOf(sending, async () => {
    try {
      await cloud.graph.call(`${cloud.account}/message_templates`, { method: 'DELETE', query, signal })
    } catch (error) {
      if (!(error instanceof GraphError) || !isMissing(error)) throw error
    }
  })
  await forget(sending, template)
}

/** "Message template not found", among the codes of the template's rules. */
const isMissing = ({ fault }: GraphError): boolean => isGone(fault) || fault.subcode === 2593002

const forget = ({ ctx }: Sending, { name, language }: Template): Promise<void> =>
  forgetTemplate(ctx, { message_template_name: name, message_template_language: language })

const isNamed = (components: readonly TemplateComponent[]): boolean =>
  components.some(({ text }) => placeholders(text).some((name) => !/^\d+$/.test(name)))

async function refusalsOf<T>({ ctx }: Sending, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw explained(ctx, error)
  }
}
