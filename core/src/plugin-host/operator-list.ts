import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

const BUILT_IN = [
  '@recado/plugin-webchat',
  '@recado/plugin-whatsapp-cloud',
  '@recado/plugin-whatsapp-baileys',
  '@recado/plugin-whatsapp-plus',
  '@recado/plugin-whatsapp-wwebjs',
  '@recado/plugin-instagram',
  '@recado/plugin-facebook',
  '@recado/plugin-telegram',
  '@recado/plugin-hub',
]

/**
 * Package names or absolute paths that the operator wants loaded: what comes with the product, then `RECADO_PLUGINS`
 * (comma separated), then `plugins.json` in the data folder (an array of strings). Each once; nothing is found by
 * scanning folders. A name with a dash before it is left out, a built-in one too.
 */
export async function operatorList(options: { env: string | undefined; dataDir: string }): Promise<string[]> {
  const fromEnv = (options.env ?? '').split(',').map((name) => name.trim())
  const fromFile = await listFile(join(options.dataDir, 'plugins.json'))
  const wanted = new Set([...BUILT_IN, ...fromEnv, ...fromFile])
  return [...wanted].filter((name) => name !== '' && !name.startsWith('-') && !wanted.has(`-${name}`))
}

/** @throws ConfigError when the file is there and is no list: the operator wrote it and must learn of it. */
async function listFile(path: string): Promise<string[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const list = parsed(text)
  if (!Array.isArray(list) || list.some((name) => typeof name !== 'string'))
    throw new ConfigError(`${path} must be a JSON array of package names or absolute paths`)
  return list.map((name: string) => name.trim())
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
