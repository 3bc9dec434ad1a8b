import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalStore } from './local.ts'
import { startS3 } from './s3.fixture.ts'
import { createS3Store } from './s3.ts'
import { BlobMissing, type BlobStore } from './store.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
let bucket: ReturnType<typeof createS3Store>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recado-media-'))
  s3 = await startS3()
  const access = { accessKey: 'reader', secretKey: 'secret', endpoint: s3.endpoint }
  bucket = createS3Store({ bucket: 'files', region: 'sa-east-1', prefix: 'recado/', ...access })
})
afterAll(async () => {
  bucket.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

const bytes = (data: Buffer | string) => Readable.from([Buffer.from(data)])
const broken = (size: number) =>
  Readable.from(
    (async function* () {
      for (let sent = 0; sent < size; sent += 1_000_000) yield Buffer.alloc(Math.min(1_000_000, size - sent))
      throw new Error('cut')
    })(),
  )
const read = async (stream: Promise<Readable>) => buffer(await stream)

describe.each<[string, () => BlobStore]>([
  ['on disk', () => createLocalStore(folder)],
  ['on S3', () => bucket],
])('a store %s', (_, make) => {
  it('gives back what it was given, whole or in part', async () => {
    const store = make()
    const data = randomBytes(300_000)
    await store.put('1/ab/one', bytes(data), { mimeType: 'image/png' })
    expect((await read(store.open('1/ab/one'))).equals(data)).toBe(true)
    expect(await read(store.open('1/ab/one', { start: 0, end: 0 }))).toEqual(data.subarray(0, 1))
    expect(await read(store.open('1/ab/one', { start: 1000, end: 2999 }))).toEqual(data.subarray(1000, 3000))
    await store.put('1/ab/one', bytes('new'))
    expect((await read(store.open('1/ab/one'))).toString()).toBe('new')
  })

  it('takes files of many parts', async () => {
    const store = make()
    const data = randomBytes(20_000_000)
    await store.put('1/ab/big', Readable.from(data, { objectMode: false }))
    expect((await read(store.open('1/ab/big'))).equals(data)).toBe(true)
  })

  it('knows what it has, and removes it', async () => {
    const store = make()
    await store.put('2/ab/gone', bytes('x'))
    expect(await store.has('2/ab/gone')).toBe(true)
    await store.remove('2/ab/gone')
    await store.remove('2/ab/gone')
    expect(await store.has('2/ab/gone')).toBe(false)
    await expect(store.open('2/ab/gone')).rejects.toThrow(BlobMissing)
    await store.tidy()
  })

  it.each([10, 20_000_000])('keeps nothing of a stream that breaks after %i bytes', async (size) => {
    const store = make()
    await expect(store.put(`3/ab/broken-${size}`, broken(size))).rejects.toThrow('cut')
    expect(await store.has(`3/ab/broken-${size}`)).toBe(false)
  })

  it.each(['', '/etc/passwd', '../x', '1/../../x', '1/..', '1//x', 'x/y', '1/a\0', '1/%2e%2e', '1/A'])(
    'refuses the key "%s"',
    async (key) => {
      await expect((async () => make().open(key))()).rejects.toThrow('not a storage key')
    },
  )
})

it('a store on disk leaves no half files, and tidies up those of a crash', async () => {
  const store = createLocalStore(folder)
  await expect(store.put('4/ab/x', broken(10))).rejects.toThrow('cut')
  const unfinished = join(folder, 'unfinished')
  expect(await readdir(unfinished)).toEqual([])
  await writeFile(join(unfinished, 'old'), 'x')
  await writeFile(join(unfinished, 'new'), 'x')
  await utimes(join(unfinished, 'old'), new Date(0), new Date(0))
  await store.tidy()
  expect(await readdir(unfinished)).toEqual(['new'])
  await store.put('4/ab/x', bytes('whole'))
  expect((await readFile(join(folder, '4/ab/x'))).toString()).toBe('whole')
})

describe('a store on S3', () => {
  it('puts keys below its prefix, with their type, and takes back parts of an upload that failed', async () => {
    await bucket.put('5/ab/typed', bytes('x'), { mimeType: 'image/png' })
    expect(s3.objects.get('/files/recado/5/ab/typed')?.type).toBe('image/png')
    expect(s3.calls).toContain('POST start')
    expect([...s3.uploads.keys()]).toEqual([])
    s3.failWhen((call) => call === 'PUT part')
    await expect(
      bucket.put('5/ab/parts', Readable.from(Buffer.alloc(20_000_000), { objectMode: false })),
    ).rejects.toThrow()
    s3.failWhen(null)
    expect([...s3.uploads.keys()]).toEqual([])
    expect(await bucket.has('5/ab/parts')).toBe(false)
  })

  it('does not take a refusal for an absence', async () => {
    const stranger = createS3Store({
      bucket: 'files',
      region: 'x',
      endpoint: s3.endpoint,
      accessKey: 'a',
      secretKey: 'b',
    })
    await expect(stranger.has('5/ab/typed')).rejects.not.toThrow(BlobMissing)
    stranger.close()
  })
})
