import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A new folder for a database server, where its own user can enter: below a private home of root, or in a private
 * folder, it could not, and the cluster would be kept elsewhere and stay.
 */
export async function clusterFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join('/var/tmp', `recado-${name}-`))
  await chmod(folder, 0o755)
  return folder
}
