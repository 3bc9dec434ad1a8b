import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'

const here = (name: string) => new URL(name, import.meta.url).href

/** A process with the guard, in which a plugin and then our own code leave something behind. */
const PROGRAM = `
import { guardProcess } from '${here('./process-guard.ts')}'
import { asPlugin } from '${here('./plugin-scope.ts')}'
const seen = []
guardProcess(
  { leaked: (pluginId, instance, what, error) => seen.push([pluginId, instance, what, error.message].join(' ')) },
  (what, error) => { console.log(JSON.stringify([...seen, 'ours ' + what + ' ' + error.message])); process.exit(7) },
)
asPlugin('sample', () => {
  void Promise.reject(new Error('left behind'))
  setTimeout(() => { throw new Error('in a timer') }, 1)
  void (async () => { await null; setTimeout(() => Promise.reject(new Error('later')), 2) })()
}, 'channel:1')
setTimeout(() => Promise.reject(new Error('a defect of our own')), 100)
`

it('what a plugin leaves behind is recorded and does not end the process; our own faults do', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM])
  const output: string[] = []
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(JSON.parse(output.join(''))).toEqual([
    'sample channel:1 promise left behind',
    expect.stringMatching(/^sample channel:1 (exception in a timer|promise later)$/),
    expect.stringMatching(/^sample channel:1 (exception in a timer|promise later)$/),
    'ours promise a defect of our own',
  ])
  expect(code).toBe(7)
})
