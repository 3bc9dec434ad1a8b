import { record } from '@recado/loose-json'
import { PluginError } from '@recado/sdk'
import { dataBytes } from '../../gateway/data-url.ts'
import { GatewayError } from '../../gateway/errors.ts'
import { nameText, textOf } from '../../receive/fields.ts'
import type { DriverSetup, File } from '../driver.ts'

const MOST_BASE64 = 140 * 1024 * 1024

export const fileRef = (id: string): string => `message:${id}`

/** Evolution keeps the message and answers its file as base64. */
export async function download(setup: DriverSetup, ref: string, signal: AbortSignal): Promise<File> {
  const { gateway, timing, instanceName, t } = setup
  const id = ref.replace(/^message:/, '')
  const path = `/chat/getBase64FromMediaMessage/${encodeURIComponent(instanceName)}`
  const json = { message: { key: { id } }, convertToMp4: false }
  try {
    const found = record(await gateway.call(path, { json, signal, timeoutMs: timing.fileMs, maxBytes: MOST_BASE64 }))
    const file = dataBytes(textOf(found, 'base64'), textOf(found, 'mimetype'), t('error.fileGone'))
    const fileName = nameText(textOf(found, 'fileName'))
    return { ...file, ...(fileName ? { fileName } : {}) }
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 400) throw error
    throw new PluginError('MEDIA_REJECTED', { detail: t('error.fileGone'), cause: error })
  }
}
