import {
  type Address,
  type ChannelContext,
  type ChannelInstance,
  type InboundEvent,
  PluginError,
  type Template,
} from '@recado/sdk'
import type { Inbound } from './inbound.ts'

const TEMPLATES = 'templates'
const HISTORY = 'history'

/** Templates and a history, as official channels have them, kept in the instance's store. */
export function officialParts(
  ctx: ChannelContext,
  inbound: Inbound,
): Pick<ChannelInstance, 'syncTemplates' | 'createTemplate' | 'editTemplate' | 'removeTemplate' | 'fetchHistory'> {
  const read = async () => (await ctx.store.get<Template[]>(TEMPLATES))?.value ?? []
  const write = async (templates: Template[]) => void (await ctx.store.set(TEMPLATES, templates))

  return {
    syncTemplates: read,
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
    async fetchHistory(_chat: Address, { count }) {
      const events = (await ctx.store.get<InboundEvent[]>(HISTORY))?.value ?? []
      await inbound.push(events.slice(-count))
    },
  }
}

/** What `fetchHistory` will bring. */
export const keepHistory = async (ctx: ChannelContext, events: InboundEvent[]): Promise<void> =>
  void (await ctx.store.set(HISTORY, events))
