export { createLocalStore } from './local.ts'
export { createS3Store, type S3Options } from './s3.ts'
export { BlobMissing, type BlobStore, type ByteRange } from './store.ts'
