// The process that decodes pictures of customers: native code over bytes of strangers, in a process that holds no
// secret, no connection and no file, and whose end ends nothing else.
import { type Decodings, decodings } from './decoding.ts'

interface Ask {
  id: number
  kind: keyof Decodings
  ask: never
}

process.on('message', ({ id, kind, ask }: Ask) => {
  void decodings[kind](ask).then((answer) => process.send?.({ id, answer }))
})
process.on('disconnect', () => process.exit())
// whoever stops the program by its terminal stops us through it
process.on('SIGINT', () => undefined)
