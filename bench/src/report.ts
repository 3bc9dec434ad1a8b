import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { Options } from './options.ts'

export interface Figure {
  part: string
  name: string
  value: number
  unit: string
  /** Milliseconds. */
  p99?: number
  /** What the machine could do, in the same unit and the same run. */
  limit?: { name: string; value: number }
  /** Holds when `of` (the value, its ratio to the limit, or its p99) is on the right side of the bound. */
  musts?: Must[]
  note?: string
}

export interface Must {
  of: 'value' | 'ratio' | 'p99'
  atLeast?: number
  atMost?: number
}

export interface Report {
  add(figure: Figure): void
  figures: Figure[]
  /** Texts to be printed below the table, such as plans. */
  appendix: { title: string; text: string }[]
}

export function createReport(): Report {
  const figures: Figure[] = []
  return {
    figures,
    appendix: [],
    add(figure) {
      figures.push(figure)
      console.error(`  ${figure.part}: ${figure.name} = ${shown(figure.value)} ${figure.unit}`)
    },
  }
}

const subject = (figure: Figure, { of }: Must): number => {
  if (of === 'p99') return figure.p99 ?? Number.NaN
  return of === 'ratio' ? figure.value / (figure.limit?.value ?? Number.NaN) : figure.value
}

export const holds = (figure: Figure, must: Must): boolean => {
  const value = subject(figure, must)
  return value >= (must.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (must.atMost ?? Number.POSITIVE_INFINITY)
}

const shown = (value: number): string =>
  Number.isNaN(value) ? '–' : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)

function mustText(figure: Figure): string {
  return (figure.musts ?? [])
    .map((must) => {
      const bound = must.atLeast === undefined ? `≤ ${must.atMost}` : `≥ ${must.atLeast}`
      const what = { value: figure.unit, ratio: '× limit', p99: 'ms p99' }[must.of]
      return `${bound} ${what} ${holds(figure, must) ? '✓' : '✗'}`
    })
    .join(', ')
}

export function tableOf(figures: Figure[]): string {
  const head = ['part', 'figure', 'value', 'p99 ms', 'limit of this run', 'ratio', 'must', 'note']
  const rows = figures.map((figure) => [
    figure.part,
    figure.name,
    `${shown(figure.value)} ${figure.unit}`,
    figure.p99 === undefined ? '' : shown(figure.p99),
    figure.limit ? `${figure.limit.name} ${shown(figure.limit.value)}` : '',
    figure.limit ? shown(figure.value / figure.limit.value) : '',
    mustText(figure),
    figure.note ?? '',
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

export async function writeReport(report: Report, options: Options, seconds: number): Promise<void> {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`
  for (const { title, text } of report.appendix) console.log(`\n${title}\n\n${text}`)
  console.log(`\n${machine}; ${options.tickets} tickets, ${options.messages} messages; ${Math.round(seconds)} s\n`)
  console.log(tableOf(report.figures))
  const missed = report.figures.filter((figure) => figure.musts?.some((must) => !holds(figure, must)))
  console.log(
    `\n${missed.length === 0 ? 'all that must hold holds' : `missed: ${missed.map(({ name }) => name).join('; ')}`}`,
  )
  const file =
    options.json ?? new URL(`../results/${new Date().toISOString().replace(/\W/g, '-')}.json`, import.meta.url).pathname
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), machine, options, ...report }, null, 1)}\n`)
  console.log(`\n${file}`)
}
