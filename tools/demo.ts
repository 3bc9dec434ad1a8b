// Fills a demo company, in the same installation that `npm start` uses: beside it while it runs, else on its own.
import { readConfig } from '../core/src/config.ts'
import { fillDemo } from '../core/src/demo/fill.ts'
import { openInstallation } from '../core/src/installation.ts'
import { startNode } from '../core/src/node.ts'
import { createLogger } from '../core/src/platform/logger.ts'
import { refuse } from '../core/src/refuse.ts'

const started = performance.now()
const config = await readConfig({ RECADO_LOG_LEVEL: 'warn', ...process.env }).catch(refuse)
const log = createLogger({ level: config.RECADO_LOG_LEVEL, name: 'demo' })
const { urls, embedded } = await openInstallation(config, log).catch(refuse)

async function fill(): Promise<void> {
  let isShared = embedded?.adopted ?? true
  try {
    // a node without a role: it serves nobody, and those that run are told what changed
    const node = await startNode({ config: { ...config, PORT: 0, roles: [] }, urls, version: 'demo', log })
    try {
      const demo = await fillDemo(node)
      print(demo, node.login)
    } finally {
      isShared ||= node.platform.cluster.peers() > 0
      await node.stop()
    }
  } finally {
    if (!isShared) await embedded?.stop()
  }
}

await fill().catch(refuse)
// pools of the database driver may linger
process.exit(0)

function print(
  demo: Awaited<ReturnType<typeof fillDemo>>,
  operator: { email: string; password: string | null } | null,
) {
  const width = Math.max(...demo.logins.map(({ email }) => email.length))
  const lines = [
    '',
    `  ${demo.company} ${demo.isNew ? 'was filled' : 'is there already; nothing was changed'} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    '',
    ...demo.logins.map(({ email, profile, name }) => `  ${email.padEnd(width)}  ${profile.padEnd(15)}  ${name}`),
    '',
    `  Password of all: ${demo.password}`,
    ...(operator
      ? [
          '',
          `  Operator: ${operator.email}${operator.password ? `  ${operator.password}   (shown only this once)` : ''}`,
        ]
      : []),
    '',
    '  Start the program with: npm start',
    '',
  ]
  console.log(lines.join('\n'))
}
