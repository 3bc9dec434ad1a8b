import { readdir, readFile } from 'node:fs/promises'

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')
const field = (text: string, name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0)

/** Megabytes of a process that are in memory. */
export const residentMb = async (pid: number): Promise<number> =>
  field(await read(`/proc/${pid}/status`), 'VmRSS') / 1024

/** Megabytes of a process and its children, what they share counted once. */
export async function familyMb(pid: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), field(await read(`/proc/${name}/status`), 'PPid'))
  }
  const family = new Set([pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child)
  }
  const parts = await Promise.all([...family].map(async (one) => field(await read(`/proc/${one}/smaps_rollup`), 'Pss')))
  return parts.reduce((sum, part) => sum + part, 0) / 1024
}
