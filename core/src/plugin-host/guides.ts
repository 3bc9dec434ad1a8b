import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../platform/db/scope.ts'
import type { LoadedPlugin } from './types.ts'

const MAX_BYTES = 256 * 1024
/** Where a guide is not written in the reader's language, the nearest that is. */
const NEAREST: Record<Locale, Locale[]> = { pt: ['pt', 'en', 'es'], en: ['en', 'pt', 'es'], es: ['es', 'pt', 'en'] }

const fileOf = (directory: string, language: Locale) => join(directory, 'docs', `guide.${language}.md`)

const known = new Map<string, boolean>()

/** Packages do not change while the program runs. */
export function hasGuide({ directory }: Pick<LoadedPlugin, 'directory'>): boolean {
  const found = known.get(directory) ?? NEAREST.pt.some((language) => existsSync(fileOf(directory, language)))
  known.set(directory, found)
  return found
}

/** How a plugin is set up, as Markdown: `docs/guide.<language>.md` of its package. Null when it has none. */
export async function readGuide(
  { directory }: Pick<LoadedPlugin, 'directory'>,
  locale: Locale,
): Promise<{ language: Locale; text: string } | null> {
  for (const language of NEAREST[locale]) {
    const text = await readStart(fileOf(directory, language))
    if (text !== null) return { language, text }
  }
  return null
}

async function readStart(path: string): Promise<string | null> {
  const file = await open(path).catch(() => null)
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
