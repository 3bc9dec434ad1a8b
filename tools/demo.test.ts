import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const DEMO = fileURLToPath(new URL('./demo.ts', import.meta.url))

it('says in a sentence what is wrong with its configuration', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'recado-demo-'))
  try {
    const env = { PATH: process.env.PATH, RECADO_DATA_DIR: dataDir, RECADO_LOG_LEVEL: 'loud' }
    const { status, stderr } = spawnSync(process.execPath, [DEMO], { env, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('RECADO_LOG_LEVEL')
    expect(stderr).not.toMatch(/^ +at /m)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
