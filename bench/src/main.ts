import { rm } from 'node:fs/promises'
import { buildWhenStale } from '../../tools/build-when-stale.ts'
import { type Bench, openBench, timed } from './bench.ts'
import { measureBrowser } from './measures/browser.ts'
import { measureCloud } from './measures/cloud.ts'
import { measureGrowth } from './measures/growth.ts'
import { measureInbound } from './measures/inbound.ts'
import { measureLogin } from './measures/login.ts'
import { measureReads } from './measures/reads.ts'
import { measureMemory, measureStarts } from './measures/resources.ts'
import { measureSend } from './measures/send.ts'
import { measureSessions } from './measures/sessions.ts'
import { measureSizes } from './measures/sizes.ts'
import { measureSteady } from './measures/steady.ts'
import { measureTakeover } from './measures/takeover.ts'
import { measureTwoNodes } from './measures/two-nodes.ts'
import { measureTyping } from './measures/typing.ts'
import { readOptions } from './options.ts'
import { createReport, writeReport } from './report.ts'

const MEASURES: Record<string, (bench: Bench) => Promise<void>> = {
  memory: measureMemory,
  inbound: measureInbound,
  reads: measureReads,
  send: measureSend,
  steady: measureSteady,
  typing: measureTyping,
  screen: measureBrowser,
  login: measureLogin,
  nodes: measureTwoNodes,
  cloud: measureCloud,
  growth: measureGrowth,
}

const options = readOptions(process.argv.slice(2))
const report = createReport()
const started = performance.now()
const closing: (() => unknown)[] = []
const failed: string[] = []
const isWanted = (part: string) => options.only.length === 0 || options.only.includes(part)
const files = `/var/tmp/recado-bench-files-${process.pid}`

async function close(): Promise<void> {
  for (const undo of closing.splice(0).reverse()) await undo()
  await rm(files, { recursive: true, force: true })
}
// a listener that gave up waiting: the part that waited fails by itself
process.on('unhandledRejection', (error) => console.error(error))
process.on('SIGINT', () => void close().finally(() => process.exit(130)))

try {
  // or the first start would
  await buildWhenStale()
  if (isWanted('sizes')) measureSizes(report)
  if (isWanted('starts')) await measureStarts(report)
  if (isWanted('sessions')) {
    await timed('sessions', () => measureSessions(report, options))
    await timed('takeover', () => measureTakeover(report, options))
  }
  if (Object.keys(MEASURES).some(isWanted)) {
    const bench = await timed('everything in place', () => openBench(options, report, closing))
    for (const [part, measure] of Object.entries(MEASURES)) {
      if (!isWanted(part)) continue
      // one part that fails must not cost what the others found
      await timed(part, () => measure(bench)).catch((error: unknown) => {
        console.error(error)
        failed.push(part)
      })
    }
  }
  await writeReport(report, options, (performance.now() - started) / 1000)
} finally {
  await close()
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
