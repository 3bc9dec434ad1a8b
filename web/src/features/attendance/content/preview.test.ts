import { expect, it } from 'vitest'
import { previewOf } from './preview.ts'

it.each([
  ['application/pdf', 9e7, 'pdf'],
  ['text/csv; charset=utf-8', 100, 'text'],
  ['application/json', 100, 'text'],
  ['text/plain', 2 * 1024 * 1024, null],
  ['application/zip', 100, null],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 100, null],
])('%s of %d bytes is looked at as %s', (mimeType, size, preview) => {
  expect(previewOf({ mimeType, size })).toBe(preview)
})
