import { describe, expect, it } from 'vitest'
import { contracts } from './contracts.ts'
import { ERRORS } from './platform/errors/catalogue.ts'
import type { RouteSpec } from './platform/http/contract.ts'

const routes: [string, RouteSpec][] = contracts.flatMap((contract) =>
  Object.entries(contract.routes as Record<string, RouteSpec>).map(([name, spec]): [string, RouteSpec] => [
    `${contract.name}.${name}`,
    spec,
  ]),
)

describe('contracts', () => {
  it('name each method and path once', () => {
    const calls = routes.map(([, spec]) => `${spec.method} ${spec.path.replaceAll(/\{[^}]+\}/g, '{}')}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it.each(routes)('%s is well-formed', (_name, spec) => {
    expect(spec.path).toMatch(/^(\/[a-zA-Z_-]+|\/\{[a-zA-Z]+\})+$/)
    const inPath = [...spec.path.matchAll(/\{([a-zA-Z]+)\}/g)].map((match) => match[1])
    const declared = Object.keys((spec.params as { properties?: object } | undefined)?.properties ?? {})
    expect(declared.sort()).toEqual(inPath.sort())
    expect(spec.summary).toMatch(/\.$/)
    for (const code of spec.errors ?? []) expect(ERRORS).toHaveProperty(code)
    if (spec.body && !spec.multipart) expect(spec.method).not.toBe('GET')
  })

  it('bound every text and list that a caller may send', () => {
    const unbounded: string[] = []
    const walk = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      const node = schema as Record<string, unknown>
      if (
        node.type === 'string' &&
        node.maxLength === undefined &&
        node.pattern === undefined &&
        !node.enum &&
        node.const === undefined
      )
        unbounded.push(path)
      if (node.type === 'array' && node.maxItems === undefined) unbounded.push(`${path}[]`)
      for (const [key, value] of Object.entries(node)) if (key !== 'errors') walk(value, `${path}.${key}`)
    }
    for (const [name, spec] of routes)
      for (const part of ['params', 'query', 'body'] as const) walk(spec[part], `${name}.${part}`)
    expect(unbounded).toEqual([])
  })
})
