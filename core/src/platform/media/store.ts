import type { Readable } from 'node:stream'

/** Where the bytes of files are. Keys are made by us, never by a caller: `<tenant>/<two characters>/<id>`. */
export interface BlobStore {
  /**
   * Keeps everything that the stream gives, replacing what was there. When the stream fails, nothing is kept and its
   * error is thrown.
   */
  put(key: string, data: Readable, options?: { mimeType?: string }): Promise<void>
  /** @throws BlobMissing */
  open(key: string, range?: ByteRange): Promise<Readable>
  has(key: string): Promise<boolean>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Removes what interrupted writes left behind; for a daily job. */
  tidy(): Promise<void>
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}

const KEY = /^[0-9]{1,10}(\/[0-9a-z][0-9a-z._-]{0,99}){1,4}$/

/** @throws Error when it could leave its tenant's folder: a defect, since no caller chooses keys */
export function checkKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}
