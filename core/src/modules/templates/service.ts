import {
  type ContentOf,
  isPluginError,
  type MediaInfo,
  type Template as ProvidersTemplate,
  type TemplateComponent,
} from '@recado/sdk'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/logger.ts'
import { type OpenChannel, type PluginHost, toAppError } from '../../plugin-host/index.ts'
import { audit } from '../auth/index.ts'
import { getChannel } from '../channels/index.ts'
import type { Template, TemplateWrite } from './contract.ts'
import { missingOf, textOf } from './policy.ts'
import * as repo from './repo.ts'

export interface TemplateDeps {
  db: Pick<Database, 'uow' | 'system'>
  host: Pick<PluginHost, 'channelType' | 'contributions' | 'open'>
  /** Null for a file that the company does not have. */
  mediaInfo(scope: Scope, id: string): Promise<MediaInfo | null>
  log: Log
}

export function createTemplateService(deps: TemplateDeps) {
  const { db, host, log } = deps
  const { uow } = db

  /** @throws ERR_NO_WAPP_FOUND, ERR_TEMPLATE_UNSUPPORTED where the channel has none, or none to be edited from here */
  const requireChannel = async (scope: Scope, id: number, feature: 'template' | 'templateEditing'): Promise<void> => {
    const channel = await uow.run(scope, (tx) => getChannel(tx, id))
    if (!host.channelType(channel.type)?.definition.features[feature]) throw new AppError('ERR_TEMPLATE_UNSUPPORTED')
  }

  /**
   * Asks the channel's plugin, on this node: the answer may be large. What the provider refuses is told in its words.
   * @throws ERR_TEMPLATE_REFUSED, ERR_WAPP_NOT_INITIALIZED
   */
  const ask = async <T>(scope: Pick<Scope, 'tenantId'>, id: number, work: (channel: OpenChannel) => Promise<T>) => {
    try {
      const channel = await host.open(scope.tenantId, id)
      if (!channel) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
      return await work(channel)
    } catch (error) {
      if (!isPluginError(error)) throw error
      const { code, detail } = error
      // without words of the provider's own, why it could not be asked says more than that it refused
      if (detail === undefined && code !== 'REJECTED') throw toAppError(error)
      throw new AppError('ERR_TEMPLATE_REFUSED', {
        params: detail === undefined ? {} : { reason: detail },
        cause: error,
      })
    }
  }

  /** Samples for the provider's review are files of the company. @throws ERR_NO_MEDIA_FOUND */
  const requireSamples = async (scope: Scope, components: readonly TemplateComponent[]): Promise<void> => {
    for (const { example, cards } of components) {
      const id = example?.headerMediaId
      if (typeof id === 'string' && !(await deps.mediaInfo(scope, id))) throw new AppError('ERR_NO_MEDIA_FOUND')
      for (const card of cards ?? []) await requireSamples(scope, card.components)
    }
  }

  const stored = async (scope: Scope, channelId: number, templateId: number): Promise<repo.TemplateRow> => {
    const row = await uow.run(scope, (tx) => repo.findTemplate(tx, channelId, templateId))
    if (!row) throw new AppError('ERR_NO_TEMPLATE_FOUND')
    return row
  }

  const save = async (scope: Scope, channelId: number, action: string, template: ProvidersTemplate) => {
    const { name, language } = template
    const id = await uow.run(scope, async (tx) => {
      await audit(tx, { action, object: `channel:${channelId}`, details: { name, language } })
      return repo.saveTemplate(tx, channelId, template)
    })
    return present(await stored(scope, channelId, id))
  }

  /** The answer may take long: what was learned of a template meanwhile is newer. */
  const sync = async (scope: Scope, channelId: number): Promise<number> => {
    const asked = await uow.run(scope, repo.readTime)
    const templates = await ask(scope, channelId, (channel) => channel.call('syncTemplates', [], 'sync'))
    await uow.run(scope, async (tx) => {
      for (const template of templates) await repo.saveTemplate(tx, channelId, template, asked)
      const ids = templates.map(({ id }) => id)
      await repo.keepOnly(tx, channelId, ids, asked)
    })
    return templates.length
  }

  return {
    async list(scope: Scope, channelId: number): Promise<Template[]> {
      const rows = await uow.run(scope, async (tx) => {
        await getChannel(tx, channelId)
        return repo.listTemplates(tx, channelId)
      })
      const seesAll = scope.actor.kind !== 'user' || scope.actor.profile === 'admin'
      return rows.filter(({ status }) => seesAll || isSendable(status)).map(present)
    },

    async sync(scope: Scope, channelId: number): Promise<number> {
      await requireChannel(scope, channelId, 'template')
      return sync(scope, channelId)
    },

    /** All channels that have templates: news of the provider may have been missed. */
    async syncAll(): Promise<void> {
      const types = host
        .contributions()
        .flatMap(({ definition }) =>
          definition.kind === 'channel' && definition.features.template ? [definition.type] : [],
        )
      for (const { tenantId, channelId } of await repo.connectedChannels(db.system, types))
        await sync(systemScope(tenantId, 'templates'), channelId).catch((error: unknown) =>
          log.warn({ err: error, tenantId, channelId }, 'templates not read'),
        )
    },

    async create(scope: Scope, channelId: number, draft: TemplateWrite): Promise<Template> {
      await requireChannel(scope, channelId, 'templateEditing')
      await requireSamples(scope, draft.components)
      const made = await ask(scope, channelId, (channel) => channel.call('createTemplate', [draft], 'sync'))
      return save(scope, channelId, 'template.create', made)
    },

    async update(scope: Scope, channelId: number, id: number, draft: TemplateWrite): Promise<Template> {
      await requireChannel(scope, channelId, 'templateEditing')
      const row = await stored(scope, channelId, id)
      await requireSamples(scope, draft.components)
      const wanted = { ...draft, name: row.name, language: row.language }
      const changed = await ask(scope, channelId, (channel) =>
        channel.call('editTemplate', [toProviders(row), wanted], 'sync'),
      )
      return save(scope, channelId, 'template.update', changed)
    },

    async remove(scope: Scope, channelId: number, id: number): Promise<void> {
      await requireChannel(scope, channelId, 'templateEditing')
      const row = await stored(scope, channelId, id)
      await ask(scope, channelId, (channel) => channel.call('removeTemplate', [toProviders(row)], 'sync'))
      await uow.run(scope, async (tx) => {
        await repo.removeTemplate(tx, row.id)
        const details = { name: row.name, language: row.language }
        await audit(tx, { action: 'template.delete', object: `channel:${channelId}`, details })
      })
    },

    /**
     * A template that is to be sent, with the text that the customer will read.
     * @throws ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES naming the first that is missing
     */
    async fill(scope: Scope, channelId: number, content: ContentOf<'template'>): Promise<ContentOf<'template'>> {
      const row = await uow.run(scope, (tx) => repo.findByName(tx, channelId, content.name, content.language))
      if (!row) throw new AppError('ERR_NO_TEMPLATE_FOUND')
      if (!isSendable(row.status)) throw new AppError('ERR_TEMPLATE_NOT_APPROVED', { params: { status: row.status } })
      const components = row.components as unknown as TemplateComponent[]
      const missing = missingOf(components, content)
      if (missing !== null) throw new AppError('ERR_TEMPLATE_VARIABLES', { params: { field: missing } })
      return { ...content, text: textOf(components, content) || content.name }
    },
  }
}

export type TemplateService = ReturnType<typeof createTemplateService>

const isSendable = (status: string): boolean => status.toUpperCase() === 'APPROVED'

const toProviders = (row: repo.TemplateRow): ProvidersTemplate => ({
  id: row.externalId,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  components: row.components as unknown as TemplateComponent[],
})

const present = (row: repo.TemplateRow): Template => ({
  id: row.id,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  quality: row.quality,
  reason: row.reason,
  components: row.components as unknown as TemplateComponent[],
  updatedAt: row.updatedAt.toISOString(),
})
