import type { Page } from 'playwright-core'
import type { Bench } from '../bench.ts'
import { type BenchWindow, openWindow } from '../clients/window.ts'
import { type Ask, createCaller } from '../lib/load.ts'
import { median, pause, quantile, until } from '../lib/stats.ts'
import type { Person } from '../seed/people.ts'
import { speaker, writers } from './inbound.ts'

const OPENED = 40
const KEYS = 120
const STREAM_PER_SECOND = 50
/** An hour of the stream has 180 000 messages; the memory's growth shows in a part of them. */
const HOUR_PART = 24_000
const BURST = 100
const FRAME_MS = 1000 / 60

/** What a person at a screen feels, in a real Chromium that shares the machine with the server and its database. */
export async function measureBrowser(bench: Bench): Promise<void> {
  const [admin] = bench.company.admins
  if (!admin) return
  const window = await openWindow(bench.node.url, admin)
  try {
    await measureOpening(bench, window, admin)
    await measureScrolling(bench, window)
    await measureKeys(bench, window)
    await measureHour(bench, window)
  } finally {
    await window.close()
  }
}

/** From the click on a ticket that was never opened to its painted history. */
async function measureOpening({ report }: Bench, { page }: BenchWindow, { token }: Person): Promise<void> {
  const times: number[] = []
  const fetches: number[] = []
  const opened = new Set<string>()
  while (times.length < OPENED) {
    const fresh = (await rowsOf(page)).filter((id) => !opened.has(id))
    if (fresh.length === 0) throw new Error(`the list shows ${opened.size} tickets, ${OPENED} are wanted`)
    for (const id of fresh) {
      opened.add(id)
      fetches.push(await page.evaluate<number>(`bench.fetch('/messages/${id}', '${token}')`))
      times.push(await page.evaluate<number>(`bench.open('${id}')`))
    }
    await page.locator('[data-ticket]').last().scrollIntoViewIfNeeded()
    await until('further rows', async () => (await rowsOf(page)).some((id) => !opened.has(id)))
  }
  const limit = 'the page’s request alone'
  const note = `${times.length} tickets opened for the first time`
  const add = (name: string, part: number) =>
    report.add({
      part: 'screen',
      name: `click to painted history, ${name}`,
      value: quantile(times, part),
      unit: 'ms',
      limit: { name: limit, value: quantile(fetches, part) },
      note,
    })
  add('p50', 0.5)
  add('p95', 0.95)
}

/** Ids of the tickets that the list has drawn. */
const rowsOf = (page: Page): Promise<string[]> =>
  page.locator('[data-ticket]').evaluateAll((all) => all.map((one) => one.getAttribute('data-ticket') ?? ''))

/** Upwards through the longest conversation, older pages coming in, beside a page that has nothing to do. */
async function measureScrolling({ report, longest, node, options }: Bench, window: BenchWindow): Promise<void> {
  const { page } = window
  await page.goto(`${node.url}/#/atendimento/${longest.ticketId}`)
  await page.locator('[data-message]').last().waitFor()
  const lines = Array.from({ length: 3000 }, (_, index) => `<p>${index} Olá, bom dia! Qual é o prazo de entrega?</p>`)
  const bare = await window.blank(`<div style="height:100vh;overflow:auto">${lines.join('')}</div>`)
  const ms = options.seconds * 3000
  const limit = await scroll(bare, ms, 100)
  await bare.close()
  await page.bringToFront()
  const ours = await scroll(page, ms, -100)
  report.add({
    part: 'screen',
    name: 'frames lost while scrolling a long conversation',
    value: ours.lost * 100,
    unit: '%',
    limit: { name: 'a page of plain lines', value: limit.lost * 100 },
    note: `${longest.messages} messages; longest frame ${ours.longest.toFixed(0)} ms, of the plain page ${limit.longest.toFixed(0)} ms`,
  })
}

async function scroll(page: Page, ms: number, step: number): Promise<{ lost: number; longest: number }> {
  await page.mouse.move(700, 450)
  const frames = page.evaluate<number[]>(`bench.frames(${ms})`)
  const end = performance.now() + ms
  while (performance.now() < end) {
    await page.mouse.wheel(0, step)
    await pause(FRAME_MS)
  }
  const gaps = await frames
  const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0)
  return { lost: lost / (lost + gaps.length), longest: Math.max(...gaps) }
}

/** Key to paint in the composer while messages come in, beside a bare field without any. */
async function measureKeys(bench: Bench, window: BenchWindow): Promise<void> {
  const { page } = window
  const bare = await window.blank('<textarea autofocus></textarea>')
  await bare.locator('textarea').focus()
  const limit = await type(bare)
  await bare.close()
  await page.bringToFront()
  const accept = page.getByRole('button', { name: 'Aceitar', exact: true })
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true })
  if (await accept.isVisible()) await accept.click()
  await field.focus()
  const stream = startStream(bench, await writers(bench))
  const keys = await type(page)
  const sent = await stream.stop()
  await field.fill('')
  const note = `${keys.length} keys, ${sent} messages came in meanwhile`
  for (const [name, part] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const)
    bench.report.add({
      part: 'screen',
      name: `a key in the composer while ${STREAM_PER_SECOND} messages a second come in, ${name}`,
      value: quantile(keys, part),
      unit: 'ms',
      limit: { name: 'a bare field', value: quantile(limit, part) },
      note,
    })
}

async function type(page: Page): Promise<number[]> {
  // before the first key goes
  await page.evaluate('bench.listen()')
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('abcdefgh '[key % 9] ?? 'a')
    await pause(40)
  }
  return page.evaluate<number[]>('bench.heard()')
}

/** Messages at a steady pace until it is stopped; tells how many went. */
function startStream({ node, channel }: Bench, numbers: string[]): { stop(): Promise<number> } {
  const caller = createCaller(node.url)
  const next: () => Ask = speaker(channel, numbers)
  const asked: Promise<unknown>[] = []
  const timer = setInterval(() => asked.push(caller.ask(next())), 1000 / STREAM_PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(asked)
      await caller.close()
      return asked.length
    },
  }
}

/** What the page holds after much of an hour's stream went by, half way and at the end. */
async function measureHour({ options, report, node, channel, ...bench }: Bench, window: BenchWindow): Promise<void> {
  const numbers = await writers({ ...bench, options, report, node, channel })
  const count = options.messages >= 1_000_000 ? HOUR_PART : HOUR_PART / 10
  const heaps = [await window.heapMb()]
  for (let half = 0; half < 2; half++) {
    const caller = createCaller(node.url)
    const next = speaker(channel, numbers, BURST)
    for (let sent = 0; sent < count / 2; sent += BURST) await caller.ask(next())
    await caller.close()
    // what was told last is drawn
    await window.page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))')
    heaps.push(await window.heapMb())
  }
  const [before = 0, middle = 0, end = 0] = heaps
  report.add({
    part: 'screen',
    name: 'memory of the page after a long stream',
    value: end,
    unit: 'MB',
    note: `${count} messages: ${before.toFixed(1)} MB before, ${middle.toFixed(1)} MB half way; median growth ${median([middle - before, end - middle]).toFixed(1)} MB`,
  })
}
