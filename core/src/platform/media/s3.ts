import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { BlobMissing, type BlobStore, checkKey } from './store.ts'

/** `RECADO_S3_*`. */
export interface S3Options {
  bucket: string
  region: string
  /** Another provider than AWS; its buckets are then addressed by path. */
  endpoint?: string
  /** Absent: the environment's own credentials (instance role). */
  accessKey?: string
  secretKey?: string
  /** Put before every key. */
  prefix?: string
}

const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2

/** An S3 bucket. Files above one part are uploaded in parts, so that memory stays at two parts per upload. */
export function createS3Store(options: S3Options): BlobStore & { close(): void } {
  const { bucket, region, endpoint, accessKey, secretKey, prefix = '' } = options
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKey && secretKey ? { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } } : {}),
    // Providers other than AWS refuse the newer default checksums; TLS and our own SHA-256 stand in for them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + checkKey(key) })

  return {
    async put(key, data, { mimeType = 'application/octet-stream' } = {}) {
      const upload = new Upload({
        client,
        params: { ...at(key), Body: data, ContentType: mimeType },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      })
      try {
        await upload.done()
      } finally {
        data.destroy()
      }
    },

    async open(key, range) {
      const bytes = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const answer = await found(key, client.send(new GetObjectCommand({ ...at(key), ...bytes })))
      if (answer.Body instanceof Readable) return answer.Body
      throw new BlobMissing(key)
    },

    async has(key) {
      try {
        await found(key, client.send(new HeadObjectCommand(at(key))))
        return true
      } catch (error) {
        if (error instanceof BlobMissing) return false
        throw error
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },

    /** Parts of interrupted uploads end by the bucket's own lifecycle rule (operations guide). */
    tidy: async () => undefined,

    close: () => client.destroy(),
  }
}

async function found<T>(key: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
    throw isMissing ? new BlobMissing(key, { cause: error }) : error
  }
}
