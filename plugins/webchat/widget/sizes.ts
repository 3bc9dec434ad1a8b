import { readdir, readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

/** Bytes that a visitor may be made to load, compressed. */
export const LARGEST_GZIP = 40_000

export async function measure(folder: string): Promise<{ name: string; gzip: number }[]> {
  const names = (await readdir(folder)).sort()
  return Promise.all(
    names.map(async (name) => ({ name, gzip: gzipSync(await readFile(`${folder}/${name}`), { level: 9 }).length })),
  )
}
