import Fastify, { type FastifyInstance, type FastifyPluginAsync, type RouteHandlerMethod } from 'fastify'
import { contracts } from './contracts.ts'
import { AppError } from './platform/errors/app-error.ts'
import { openApi } from './platform/http/openapi.ts'

const KEPT = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'last-modified', 'location']

/** The description of the API, and pages to read it. Both are made when somebody first asks: the program starts without. */
export const docsRoutes: FastifyPluginAsync<{ version: string }> = async (app, { version }) => {
  let made: ReturnType<typeof openApi> | undefined
  const document = () => {
    made ??= openApi(contracts, { title: 'Recado', version })
    return made
  }
  let pages: Promise<FastifyInstance> | undefined
  const read: RouteHandlerMethod = async (request, reply) => {
    pages ??= createPages(document())
    const { statusCode, headers, rawPayload } = await (await pages).inject({
      url: request.url,
      headers: request.headers,
    })
    if (statusCode === 404) throw new AppError('ERR_NOT_FOUND')
    for (const name of KEPT) if (headers[name] !== undefined) reply.header(name, headers[name])
    return reply.code(statusCode).send(rawPayload)
  }

  app.get('/openapi.json', { logLevel: 'silent' }, async (_request, reply) => reply.send(document()))
  app.get('/docs', { logLevel: 'silent' }, read)
  app.get('/docs/*', { logLevel: 'silent' }, read)
}

async function createPages(document: object): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const pages = Fastify()
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } })
  await pages.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  await pages.ready()
  return pages
}
