import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError, type Wish } from './arguments.ts'

const TEMPLATES = fileURLToPath(new URL('./templates', import.meta.url))

/** Writes the plugin and answers its files, relative to its folder. The template is itself a plugin that is tested. */
export async function createPlugin({ kind, name, folder }: Wish): Promise<string[]> {
  const template = join(TEMPLATES, kind)
  const files = await filesBelow(template)
  await claim(folder)
  for (const file of files) {
    const target = join(folder, file)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, renamed(await readFile(join(template, file), 'utf8'), kind, name), { flag: 'wx' })
  }
  return files
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith('node_modules'))
    .sort()
}

/** The folder may exist when it is empty; anything in it is somebody's work. */
async function claim(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(`${folder} cannot be made: ${(error as Error).message}`)
  }
  if ((await readdir(folder)).length > 0) throw new UsageError(`${folder} exists and is not empty`)
}

const TITLES = {
  channel: 'channel',
  ai: 'AI',
  flow: 'flow',
  payment: 'payment',
  'isp-billing': 'ISP billing',
  voice: 'voice',
}

function renamed(text: string, kind: Wish['kind'], name: string): string {
  const title = name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  return text.replaceAll(`sample-${kind}`, name).replaceAll(`Sample ${TITLES[kind]}`, title)
}
