import { readFile } from 'node:fs/promises'
import { readConfig } from './config.ts'
import { openInstallation } from './installation.ts'
import { createLogger } from './platform/logger.ts'
import { releaseStartMemory } from './platform/memory.ts'
import { refuse } from './refuse.ts'

const started = performance.now()
const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const config = await readConfig(process.env).catch(refuse)
const log = createLogger({ level: config.RECADO_LOG_LEVEL, name: 'recado' })

// the database starts while the rest of the program is loaded
const opening = openInstallation(config, log).catch(refuse)
const [{ startNode }, { guardProcess }] = await Promise.all([import('./node.ts'), import('./plugin-host/index.ts')])
const { urls, embedded } = await opening
const node = await startNode({ config, urls, version, log }).catch(async (error: unknown) => {
  await embedded?.stop()
  return refuse(error)
})

let stopping = false
async function stop(reason: string, code: number): Promise<void> {
  if (stopping) return
  stopping = true
  log.info({ reason }, 'stopping')
  // whatever hangs must not keep the machine from restarting us
  setTimeout(() => process.exit(code || 1), 30_000).unref()
  await node.stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
  await embedded?.stop()
  process.exit(code)
}

guardProcess(node.services.host, (what, error) => {
  log.fatal({ err: error, what }, 'unexpected failure')
  void stop('failure', 1)
})
process.on('SIGTERM', () => void stop('SIGTERM', 0))
process.on('SIGINT', () => void stop('SIGINT', 0))

const lines = [
  '',
  `  Recado ${version} is ready in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  '',
  `  Open        ${node.url}`,
  `  Demo page   ${node.url}/demo`,
  `  API docs    ${node.url}/docs`,
  ...(node.login
    ? [
        '',
        `  Sign in as  ${node.login.email}`,
        ...(node.login.password ? [`  Password    ${node.login.password}   (shown only this once)`] : []),
      ]
    : []),
  '',
]
process.stdout.write(`${lines.join('\n')}\n`)
releaseStartMemory()
