import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { prepareDatabase } from '../src/platform/db/prepare.ts'
import { silentLog } from '../src/platform/logger.ts'
import { clusterFolder } from './cluster-folder.ts'
import { ROLE_PREFIX, SECRET_KEY, TEMPLATE } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string
  }
}

/** One server for the whole run, with a migrated template that test files clone. It keeps nothing, so it need not sync. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await clusterFolder('test')
  const server = await startEmbedded({
    dataDir,
    password: 'test',
    log: silentLog,
    database: TEMPLATE,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
  })
  try {
    await prepareDatabase({ ownerUrl: server.url, secretKey: SECRET_KEY, rolePrefix: ROLE_PREFIX, log: silentLog })
    const owner = new pg.Client({ connectionString: server.url })
    await owner.connect()
    // the operator's company is number 1; those of tests come after it
    await owner.query(`select setval(pg_get_serial_sequence('tenant', 'id'), 1)`)
    await owner.end()
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('ownerUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
