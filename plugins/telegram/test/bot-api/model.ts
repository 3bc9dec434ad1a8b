import { createRecorder, type Recorder } from '@recado/sdk/testing'
import type { UpdateQueue } from './updates.ts'

export interface User {
  id: number
  is_bot: boolean
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
}

export interface Chat {
  id: number
  type: 'private' | 'group' | 'supergroup' | 'channel'
  title?: string
  first_name?: string
  last_name?: string
  username?: string
}

export interface Message extends Record<string, unknown> {
  message_id: number
  date: number
  chat: Chat
  from?: User
}

export interface StoredFile {
  id: string
  path: string
  bytes: Uint8Array
  /** What getFile says it weighs; larger than `bytes` to play a large file. */
  size: number
}

/** A file of a multipart request. */
export interface UploadedFile {
  fileName: string
  bytes: Uint8Array
}

/** One request of the bot, whatever became of it. */
export interface Call {
  method: string
  params: Record<string, unknown>
  files: Record<string, UploadedFile>
}

/** A message that the bot sent and Telegram took. */
export interface Sent extends Call {
  chatId: number
  messageId: number
  /** Text or caption; empty without either. */
  text: string
  message: Message
}

/** Everything Telegram knows of one bot. */
export interface BotState {
  readonly token: string
  readonly me: User
  readonly users: Map<number, User>
  readonly chats: Map<number, Chat>
  /** Old group → the supergroup that it became. */
  readonly moved: Map<number, number>
  readonly blockedBy: Set<number>
  /** By `chat:message`. */
  readonly messages: Map<string, Message>
  readonly files: Map<string, StoredFile>
  readonly calls: Recorder<Call>
  readonly sent: Recorder<Sent>
  readonly updates: UpdateQueue
  nextMessageId(): number
  /** Seconds. */
  now(): number
}

export function createState(token: string, me: Partial<User>, updates: UpdateQueue): BotState {
  let lastMessageId = 100
  return {
    token,
    me: {
      id: Number(token.split(':', 1)[0]),
      is_bot: true,
      first_name: 'Recado Test',
      username: 'recado_test_bot',
      ...me,
    },
    users: new Map(),
    chats: new Map(),
    moved: new Map(),
    blockedBy: new Set(),
    messages: new Map(),
    files: new Map(),
    calls: createRecorder<Call>('a call of the bot'),
    sent: createRecorder<Sent>('a message of the bot'),
    updates,
    nextMessageId() {
      lastMessageId += 1
      return lastMessageId
    },
    now: () => Math.floor(Date.now() / 1000),
  }
}

export const keyOf = (chatId: number, messageId: number): string => `${chatId}:${messageId}`

export function addFile(state: BotState, file: { bytes: Uint8Array; fileName?: string; size?: number }): StoredFile {
  const id = `file-${state.files.size + 1}`
  const size = file.size ?? file.bytes.byteLength
  const stored = { id, path: `documents/${id}_${file.fileName ?? 'file.bin'}`, bytes: file.bytes, size }
  state.files.set(id, stored)
  return stored
}
