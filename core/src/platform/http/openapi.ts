import type { TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../errors/catalogue.ts'
import type { CallSpec, Contract, RouteSpec } from './contract.ts'

const COMMON: ErrorCode[] = ['ERR_VALIDATION', 'ERR_RATE_LIMITED', 'ERR_INTERNAL', 'ERR_UNAVAILABLE']
const SIGNED_IN: ErrorCode[] = ['ERR_LOGIN_REQUIRED', 'ERR_SESSION_ENDED', 'ERR_SESSION_EXPIRED', 'ERR_PLAN_EXPIRED']
const WHO: Record<RouteSpec['auth'], string> = {
  public: 'Anybody.',
  user: 'Any signed-in user.',
  supervisor: 'Admins and supervisors.',
  admin: 'Admins.',
  operator: "Admins of the operator's company.",
}

/** OpenAPI 3.1 of the contracts: TypeBox schemas are JSON Schema already. */
export function openApi(contracts: readonly Contract[], info: { title: string; version: string }) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { name, routes } of contracts) {
    for (const [operation, spec] of Object.entries(routes)) {
      const path = paths[spec.path] ?? {}
      paths[spec.path] = path
      path[spec.method.toLowerCase()] = operationOf(name, operation, spec)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      description: 'Errors are `{ error, message, params?, requestId }`; `error` is a code of the catalogue.',
    },
    tags: contracts.map(({ name }) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      contracts.flatMap(({ name, calls = {} }) =>
        Object.entries(calls).map(([call, spec]) => [`${name}.${call}`, { post: callOf(name, spec) }]),
      ),
    ),
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message', 'requestId'],
          properties: {
            error: { type: 'string', examples: Object.keys(ERRORS).slice(0, 3) },
            message: { type: 'string' },
            params: { type: 'object', additionalProperties: true },
            requestId: { type: 'string' },
          },
        },
      },
    },
  }
}

function operationOf(tag: string, operation: string, spec: RouteSpec) {
  const isPublic = spec.auth === 'public'
  const codes = [...COMMON, ...(isPublic ? [] : [...SIGNED_IN, 'ERR_NO_PERMISSION' as const]), ...(spec.errors ?? [])]
  return {
    tags: [tag],
    operationId: `${tag}.${operation}`,
    summary: spec.summary,
    description: WHO[spec.auth],
    ...(isPublic ? {} : { security: [{ session: [] }] }),
    parameters: [...parametersOf(spec.params, 'path'), ...parametersOf(spec.query, 'query')],
    ...bodyOf(spec),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: spec.response } } },
      ...refusals(codes),
    },
  }
}

const callOf = (tag: string, { summary, headers, body }: CallSpec) => ({
  tags: [tag],
  summary,
  parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
  requestBody: { content: { 'application/json': { schema: body } } },
  responses: { '2XX': { description: 'Taken; anything else is tried again.' } },
})

function parametersOf(schema: TSchema | undefined, place: 'path' | 'query') {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

function bodyOf({ body, multipart }: RouteSpec) {
  if (!body && !multipart) return {}
  const form = {
    type: 'object',
    properties: {
      ...(body as { properties?: object } | undefined)?.properties,
      medias: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
    },
  }
  return {
    requestBody: {
      content: {
        ...(body ? { 'application/json': { schema: body } } : {}),
        ...(multipart ? { 'multipart/form-data': { schema: form } } : {}),
      },
    },
  }
}

function refusals(codes: ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, ones]) => [
      status,
      {
        description: ones.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}
