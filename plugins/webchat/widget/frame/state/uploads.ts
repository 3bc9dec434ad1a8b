import type { FileKind, PublicConfig, WireErrorCode, WireFile } from '../../../src/wire.ts'
import { ApiError, upload } from '../net/api.ts'
import type { Session } from '../net/session.ts'
import { uuid } from '../uuid.ts'

export interface Upload {
  uuid: string
  file: File
  kind: FileKind
  /** Of a picture, to be shown while it goes up. */
  preview: string | null
  /** 0 to 1. */
  progress: number
  error: WireErrorCode | 'ERR_NETWORK' | null
}

const KINDS: Record<string, FileKind> = { image: 'image', video: 'video', audio: 'audio' }

const kindOf = (file: File): FileKind => KINDS[file.type.split('/')[0] ?? ''] ?? 'document'

interface Deps {
  session: Session
  limits: PublicConfig['files']
  onChange(): void
  /** The file is with the server; the message about it can go out. */
  onDone(uuid: string, fileId: string, file: WireFile): void
}

/** Files on their way up. They live in memory: a browser lets nobody read a file again after a reload. */
export function createUploads({ session, limits, onChange, onDone }: Deps) {
  let items: Upload[] = []

  function change(id: string, part: Partial<Upload>): void {
    items = items.map((item) => (item.uuid === id ? { ...item, ...part } : item))
    onChange()
  }

  function drop(id: string): void {
    const item = items.find((candidate) => candidate.uuid === id)
    if (item?.preview) URL.revokeObjectURL(item.preview)
    items = items.filter((candidate) => candidate.uuid !== id)
    onChange()
  }

  async function run(id: string): Promise<void> {
    const item = items.find((candidate) => candidate.uuid === id)
    if (!item) return
    change(id, { progress: 0, error: null })
    try {
      const token = await session.token()
      const progress = (share: number) => change(id, { progress: share })
      const answer = await upload<{ fileId: string; file: WireFile }>('files', item.file, token, progress)
      onDone(id, answer.fileId, answer.file)
      drop(id)
    } catch (error) {
      change(id, { error: error instanceof ApiError ? error.code : 'ERR_NETWORK' })
    }
  }

  return {
    all: (): readonly Upload[] => items,
    drop,
    retry: (id: string): void => void run(id),
    clear: (): void => {
      for (const { uuid: id } of items) drop(id)
    },
    /** Says at once what the server would refuse anyway. */
    add(files: readonly File[]): void {
      for (const file of files) {
        const kind = kindOf(file)
        const id = uuid()
        const tooLarge = file.size > limits.maxBytes ? 'ERR_MEDIA_TOO_LARGE' : null
        const error = limits.kinds.includes(kind) ? tooLarge : 'ERR_MEDIA_TYPE'
        const preview = kind === 'image' && !error ? URL.createObjectURL(file) : null
        items = [...items, { uuid: id, file, kind, preview, progress: 0, error }]
        if (!error) void run(id)
      }
      onChange()
    },
  }
}
