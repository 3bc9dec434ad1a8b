import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { HookAccess } from './access.ts'

/**
 * `/assets/:pluginId/*`: the folder that a plugin's manifest names. Browsers ask each time whether it changed, and any
 * site may load it, since widgets live on the customers' pages.
 */
export async function registerAssets(app: FastifyInstance, access: Pick<HookAccess, 'loadedPlugin'>): Promise<void> {
  await app.register(fastifyStatic, { root: resolve('/'), serve: false })
  app.get<{ Params: { pluginId: string; '*': string } }>('/assets/:pluginId/*', async (request, reply) => {
    const plugin = access.loadedPlugin(request.params.pluginId)
    const folder = plugin?.manifest.assets
    const name = request.params['*']
    if (!plugin || folder === undefined || name.includes('\0')) return reply.code(404).send()
    reply.header('access-control-allow-origin', '*')
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-cache')
    return reply.sendFile(name, resolve(plugin.directory, folder), {
      cacheControl: false,
      dotfiles: 'deny',
      index: false,
    })
  })
}
