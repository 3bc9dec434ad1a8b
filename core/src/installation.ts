import type { Config } from './config.ts'
import { createKeys } from './platform/crypto/keys.ts'
import type { DatabaseUrls } from './platform/db/database.ts'
import { type EmbeddedServer, startEmbedded } from './platform/db/embedded.ts'
import { prepareDatabase } from './platform/db/prepare.ts'
import type { Log } from './platform/logger.ts'

export interface Installation {
  urls: DatabaseUrls
  /** Null on a server of the operator's. */
  embedded: EmbeddedServer | null
}

/** The database of a configuration, migrated: the operator's, or the one in the data folder, started when it is down. */
export async function openInstallation(config: Config, log: Log): Promise<Installation> {
  let embedded: EmbeddedServer | null = null
  if (!config.DATABASE_URL) {
    const password = createKeys(config.RECADO_SECRET_KEY).derive('embedded database').toString('base64url')
    embedded = await startEmbedded({ dataDir: config.RECADO_DATA_DIR, password, log })
  }
  try {
    const ownerUrl = config.DATABASE_URL ?? embedded?.url ?? ''
    const urls = await prepareDatabase({ ownerUrl, secretKey: config.RECADO_SECRET_KEY, log })
    return { urls, embedded }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
