import { Counter, Histogram, Registry } from 'prom-client'
import type { CallClass } from './types.ts'

/** Numbers about plugins; the registry is the program's own. */
export interface HostMetrics {
  called(labels: { plugin: string; class: CallClass; outcome: string }, seconds: number): void
  defect(plugin: string, where: string): void
}

export function createHostMetrics(register: Registry = new Registry()): HostMetrics {
  const calls = new Histogram({
    name: 'recado_plugin_call_seconds',
    help: 'Calls to plugins by class and outcome.',
    labelNames: ['plugin', 'class', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
    registers: [register],
  })
  const defects = new Counter({
    name: 'recado_plugin_defects_total',
    help: 'Things that plugins must never do: thrown, hung, leaked.',
    labelNames: ['plugin', 'where'],
    registers: [register],
  })
  return {
    called: (labels, seconds) => calls.observe(labels, seconds),
    defect: (plugin, where) => defects.inc({ plugin, where }),
  }
}
