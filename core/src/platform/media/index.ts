export { createLocalStore } from './local.ts'
export { BlobMissing, type BlobStore, type ByteRange } from './store.ts'
