import {
  type Address,
  type ChannelContext,
  type ChannelInstance,
  type InboundEvent,
  PluginError,
  type Template,
} from '@recado/sdk'
import type { Control } from './control.ts'
import type { Inbound } from './inbound.ts'
import { misbehave } from './misbehave.ts'

const TEMPLATES = 'templates'
const HISTORY = 'history'

/** Templates and a history, as official channels have them, kept in the instance's store. */
export function officialParts(
  ctx: ChannelContext,
  inbound: Inbound,
  control: Control,
): Pick<ChannelInstance, 'syncTemplates' | 'createTemplate' | 'editTemplate' | 'removeTemplate' | 'fetchHistory'> {
  const read = () => readTemplates(ctx)
  const write = async (templates: Template[]) => void (await ctx.store.set(TEMPLATES, templates))

  return {
    /** What it has at the time of the question, also when the answer takes long. */
    async syncTemplates(signal) {
      const templates = await read()
      await misbehave(control, signal)
      return templates
    },
    /** Approved at once, unless its name says otherwise. */
    async createTemplate(draft) {
      const templates = await read()
      const known = templates.some(({ name, language }) => name === draft.name && language === draft.language)
      if (known) throw new PluginError('REJECTED', { detail: 'a template of this name exists' })
      const status = draft.name.startsWith('pending') ? 'PENDING' : 'APPROVED'
      const template = { ...draft, id: `template-${templates.length + 1}`, status }
      await write([...templates, template])
      return template
    },
    async editTemplate({ id }, draft) {
      const templates = await read()
      const changed = { ...draft, id, status: 'PENDING' }
      await write(templates.map((template) => (template.id === id ? changed : template)))
      return changed
    },
    async removeTemplate({ id }) {
      await write((await read()).filter((template) => template.id !== id))
    },
    async fetchHistory(_chat: Address, { count }, signal) {
      await misbehave(control, signal)
      const events = (await ctx.store.get<InboundEvent[]>(HISTORY))?.value ?? []
      await inbound.push(events.slice(-count))
    },
  }
}

/** A provider has decided before it tells. */
export async function decideTemplates(ctx: ChannelContext, events: InboundEvent[]): Promise<void> {
  const told = events.filter((event) => event.kind === 'template')
  if (told.length === 0) return
  const decided = (template: Template): Template => {
    const news = told.filter(({ name, language }) => name === template.name && language === template.language)
    const fields = news.map(({ status, quality, reason }) => ({
      ...(status ? { status } : {}),
      ...(quality ? { quality } : {}),
      ...(reason ? { reason } : {}),
    }))
    return Object.assign({ ...template }, ...fields)
  }
  await ctx.store.set(TEMPLATES, (await readTemplates(ctx)).map(decided))
}

const readTemplates = async (ctx: ChannelContext): Promise<Template[]> =>
  (await ctx.store.get<Template[]>(TEMPLATES))?.value ?? []

/** What `fetchHistory` will bring. */
export const keepHistory = async (ctx: ChannelContext, events: InboundEvent[]): Promise<void> =>
  void (await ctx.store.set(HISTORY, events))
