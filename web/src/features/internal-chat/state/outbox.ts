import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { mediaContract } from '@recado/core/modules/media/contract'
import { describe } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { HttpError } from '../../../lib/http/errors.ts'
import { upload } from '../../../lib/http/upload.ts'
import { holdUnsaved } from '../../../lib/unsaved.ts'
import { type ChatKey, placeOf } from '../place.ts'
import { conversations } from './conversations.ts'
import { histories } from './histories.ts'
import type { LocalMessage } from './local-message.ts'
import { newId } from './new-id.ts'

const { routes } = internalChatContract

/** Of each conversation one after the other, so that they arrive as they were written. */
const lines = new Map<ChatKey, Promise<void>>()
let underWay = 0
holdUnsaved(() => underWay > 0)

export interface Outgoing {
  body: string
  file: File | null
  replyTo: ChatMessage['replyTo']
}

/** Shows a message at once and sends it. It keeps its id through every retry: however often it goes, it is one. */
export function sendMessage(key: ChatKey, { body, file, replyTo }: Outgoing): void {
  const local: LocalMessage = {
    id: newId(),
    body,
    file,
    previewUrl: file?.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    replyTo,
    at: Date.now(),
    state: 'sending',
    progress: 0,
    problem: null,
    isOffline: false,
    mediaId: null,
  }
  queue(key, local)
}

export function retryMessage(key: ChatKey, local: LocalMessage): void {
  queue(key, { ...local, state: 'sending', problem: null, isOffline: false })
}

export function discardMessage(key: ChatKey, { id, previewUrl }: LocalMessage): void {
  if (previewUrl) URL.revokeObjectURL(previewUrl)
  histories.of(key).drop(id)
}

/** What nobody answered goes again once there is a connection. */
export function retryOffline(): void {
  for (const [key, { pending }] of histories.entries())
    for (const local of pending) if (local.state === 'failed' && local.isOffline) retryMessage(key, local)
}

function queue(key: ChatKey, local: LocalMessage): void {
  histories.of(key).put(local)
  underWay++
  const line = (lines.get(key) ?? Promise.resolve()).then(() => deliver(key, local))
  lines.set(key, line)
}

async function deliver(key: ChatKey, given: LocalMessage): Promise<void> {
  const history = histories.of(key)
  let local = given
  try {
    local = await withFile(key, local)
    const { id, body, mediaId, replyTo } = local
    const sent = await call(routes.send, {
      body: { ...placeOf(key), id, body, mediaId, replyToId: replyTo?.id ?? null },
      quiet: true,
    })
    history.take(sent)
    conversations.take(sent, true)
    if (local.previewUrl) URL.revokeObjectURL(local.previewUrl)
    history.drop(id)
  } catch (error) {
    const isOffline = error instanceof HttpError && error.status === 0
    history.put({ ...local, state: 'failed', problem: describe(error).text, isOffline })
  } finally {
    underWay--
  }
}

/** With its file at the server. */
async function withFile(key: ChatKey, local: LocalMessage): Promise<LocalMessage> {
  const { file, mediaId } = local
  if (!file || mediaId !== null) return local
  const media = await upload(mediaContract.routes.upload, {
    files: { file },
    onProgress: (progress) => histories.of(key).put({ ...local, progress }),
  })
  return { ...local, mediaId: media.id }
}
