import { Readable } from 'node:stream'
import { PluginError } from '@recado/sdk'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { Scope } from '../../platform/db/scope.ts'
import { newId } from '../../platform/ids.ts'
import type { FetchMedia, FetchOptions } from './fetcher.ts'
import { bodyOf, bytes, HOUR, startMedia } from './media.fixture.ts'

const { db, media, visible, clock, company, get, blobsOf, close } = await startMedia()
afterAll(close)

describe('files that are still at the provider', () => {
  const pending = async (
    scope: Scope,
    ref: string,
    more: { mimeType?: string; fileName?: string; isPicture?: boolean } = {},
  ) => {
    const id = newId()
    const row = {
      tenantId: scope.tenantId,
      id,
      state: 'pending',
      channelId: 3,
      ref,
      dueAt: new Date(clock.now()),
      ...more,
    }
    await db.system.media.create({ data: row })
    visible.add(id)
    return id
  }
  const settled: unknown[] = []
  const onSettled: NonNullable<FetchOptions['onSettled']> = ({ tenantId, id }, state) =>
    void settled.push([tenantId, id, state])
  afterEach(() => void settled.splice(0))
  /** Files of other tests are not this one's. */
  const only =
    (scope: Scope, fetch: FetchMedia): FetchMedia =>
    async (tenantId, ...rest) => {
      if (tenantId !== scope.tenantId) throw new PluginError('REJECTED')
      return fetch(tenantId, ...rest)
    }

  it('are fetched by their handle, and ready then', async () => {
    const scope = await company()
    const id = await pending(scope, 'file-9', { mimeType: 'text/csv', fileName: 'lista.csv' })
    expect(await media.get(scope, id)).toMatchObject({ state: 'pending', url: null, fileName: 'lista.csv' })
    const asked: unknown[] = []
    const fetch: FetchMedia = async (...given) => {
      asked.push(given.slice(0, 3))
      return { stream: bytes('a;b') }
    }
    expect(await media.fetchDue(only(scope, fetch), { onSettled })).toBe(1)
    expect(asked).toEqual([[scope.tenantId, 3, 'file-9']])
    expect(settled).toEqual([[scope.tenantId, id, 'ready']])
    const shown = await media.get(scope, id)
    expect(shown).toMatchObject({ state: 'ready', mimeType: 'text/csv', fileName: 'lista.csv', size: 3 })
    expect((await bodyOf(await get(shown.url))).toString()).toBe('a;b')
    expect(await media.fetchDue(only(scope, fetch))).toBe(0)
  })

  it('are tried again, each time later, ten times', async () => {
    const scope = await company()
    const id = await pending(scope, 'file-9')
    let tries = 0
    const fetch = only(scope, async () => {
      tries += 1
      throw new PluginError('TEMPORARY')
    })
    const waits: number[] = []
    for (let round = 0; round < 10; round += 1) {
      await media.fetchDue(fetch, { onSettled })
      expect(tries).toBe(round + 1)
      const row = await db.system.media.findFirst({ where: { id } })
      const dueAt = row?.dueAt.getTime() ?? 0
      if (row?.state === 'pending') waits.push((dueAt - clock.now()) / 1000)
      clock.set(dueAt - 1)
      expect(await media.fetchDue(fetch, { onSettled })).toBe(0)
      clock.set(dueAt)
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280])
    expect(settled).toEqual([[scope.tenantId, id, 'failed']])
    expect(await media.get(scope, id)).toMatchObject({ state: 'failed', url: null })
    expect(await blobsOf(scope)).toBe(0)
  })

  it('fail at once when asking again cannot help', async () => {
    const scope = await company()
    await pending(scope, 'refused')
    await pending(scope, 'large')
    const fetch = only(scope, async (_, __, ref) => {
      if (ref === 'refused') throw new PluginError('MEDIA_REJECTED')
      return { stream: bytes('x'), size: 10 ** 12 }
    })
    await media.fetchDue(fetch, { onSettled })
    expect(settled).toHaveLength(2)
    expect(await db.system.media.count({ where: { tenantId: scope.tenantId, state: 'failed' } })).toBe(2)
  })

  it('are asked for once more when somebody wants them after all', async () => {
    const scope = await company()
    const id = await pending(scope, 'away')
    let isAway = true
    const fetch = only(scope, async () => {
      if (isAway) throw new PluginError('MEDIA_REJECTED')
      return { stream: bytes('a;b') }
    })
    await media.fetchDue(fetch, { onSettled })
    const again = () => media.getAgain(scope, id, fetch, { onSettled })
    await expect(again()).rejects.toMatchObject({ code: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    expect(await media.get(scope, id)).toMatchObject({ state: 'failed' })
    isAway = false
    expect(await again()).toMatchObject({ state: 'ready', size: 3 })
    expect(settled.map((one) => (one as unknown[])[2])).toEqual(['failed', 'failed', 'ready'])
    // there is nothing more to be had, and nobody else has anything to ask for
    isAway = true
    expect(await again()).toMatchObject({ state: 'ready' })
    await expect(media.getAgain(await company(), id, fetch, {})).rejects.toMatchObject({ code: 'ERR_NO_MEDIA_FOUND' })
  })

  it('are fetched four at a time, each by one node, companies in turn', async () => {
    const [big, small] = [await company(), await company()]
    for (let index = 0; index < 20; index += 1) await pending(big, `${index}`)
    clock.set(clock.now() + 1)
    await pending(small, 'only')
    const order: string[] = []
    let running = 0
    let most = 0
    const fetch: FetchMedia = async (tenantId, _, ref) => {
      if (tenantId !== big.tenantId && tenantId !== small.tenantId) throw new PluginError('REJECTED')
      order.push(tenantId === small.tenantId ? 'small' : ref)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return { stream: bytes(ref) }
    }
    await Promise.all([media.fetchDue(fetch), media.fetchDue(fetch)])
    expect(order).toHaveLength(21)
    expect(new Set(order).size).toBe(21)
    expect(order.indexOf('small')).toBeLessThan(16)
    expect(most).toBeLessThanOrEqual(4)
  })

  it('are left alone while another node takes them', async () => {
    const scope = await company()
    const [taken, free] = [await pending(scope, 'taken'), await pending(scope, 'free')]
    const asked: string[] = []
    const fetch = only(scope, async (_, __, ref) => {
      asked.push(ref)
      return { stream: bytes('x') }
    })
    await db.system.$transaction(async (other) => {
      await other.$queryRaw`select 1 from media where id = ${taken}::uuid for update`
      await media.fetchDue(fetch, { onSettled })
      expect([asked, settled]).toEqual([['free'], [[scope.tenantId, free, 'ready']]])
    })
    await media.fetchDue(fetch)
    expect(asked).toEqual(['free', 'taken'])
  })

  it('stay ready when telling so fails', async () => {
    const scope = await company()
    const id = await pending(scope, 'file-9')
    const states: string[] = []
    await media.fetchDue(
      only(scope, async () => ({ stream: bytes('x') })),
      {
        onSettled: (_, state) => {
          states.push(state)
          throw new Error('hub is down')
        },
      },
    )
    expect([states, (await media.get(scope, id)).state]).toEqual([['ready'], 'ready'])
  })

  it('of messages go before pictures of contacts', async () => {
    const scope = await company()
    const asked: string[] = []
    for (const isPicture of [true, false, true, false]) await pending(scope, `picture ${isPicture}`, { isPicture })
    await media.fetchDue(
      only(scope, async (_, __, ref) => {
        asked.push(ref)
        return { stream: bytes('x') }
      }),
    )
    expect(asked.slice(0, 4)).toEqual(['picture false', 'picture false', 'picture true', 'picture true'])
  })

  it('that are pictures of contacts are pictures indeed, small, and not tried for ever', async () => {
    const scope = await company()
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const state = async (id: string) => (await media.get(scope, id)).state
    const outcome = async (content: Buffer, size?: number) => {
      const id = await pending(scope, 'picture', { isPicture: true })
      await media.fetchDue(
        only(scope, async () => ({
          stream: Readable.from([content]),
          mimeType: 'image/png',
          ...(size ? { size } : {}),
        })),
        { onSettled },
      )
      return state(id)
    }
    const limit = 5 * 1024 * 1024
    expect(await outcome(png)).toBe('ready')
    const stored = await blobsOf(scope)
    expect(await outcome(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('failed')
    expect(await outcome(Buffer.from('%PDF-1.7 no picture'))).toBe('failed')
    expect(await outcome(png, limit + 1)).toBe('failed')
    expect(await outcome(Buffer.concat([png, Buffer.alloc(limit)]))).toBe('failed')
    expect(settled).toHaveLength(5)
    expect(await blobsOf(scope)).toBe(stored)
    const id = await pending(scope, 'picture', { isPicture: true })
    let tries = 0
    while ((await state(id)) === 'pending') {
      await media.fetchDue(
        only(scope, async () => {
          tries++
          throw new PluginError('TEMPORARY')
        }),
      )
      clock.set(clock.now() + 24 * HOUR)
    }
    expect([await state(id), tries]).toEqual(['failed', 4])
  })

  it('come up again when the work is broken off', async () => {
    const scope = await company()
    await pending(scope, 'slow')
    const stop = new AbortController()
    const waiting = only(scope, (_, __, ___, signal) => {
      stop.abort()
      return new Promise((_resolve, reject) => reject(signal.reason))
    })
    await media.fetchDue(waiting, { onSettled, signal: stop.signal })
    expect(settled).toEqual([])
    const fetch = only(scope, async () => ({ stream: bytes('x') }))
    await media.fetchDue(fetch, { onSettled })
    expect(settled).toHaveLength(1)
  })
})
