import type { CallEvent, VoiceContext } from '../../contributions/voice.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { createTestContext, type TestContext, type TestContextOptions } from './test-context.ts'

export interface VoiceTestContext extends TestContext<VoiceContext> {
  readonly calls: Recorder<CallEvent>
}

/** A `VoiceContext` that records the reported calls. */
export function createVoiceContext(options: TestContextOptions = {}): VoiceTestContext {
  const base = createTestContext(options)
  const calls = createRecorder<CallEvent>('a call event')
  const ctx: VoiceContext = {
    ...base.ctx,
    calls: {
      async push(events) {
        for (const event of structuredClone(events)) calls.add(event)
      },
    },
  }
  return { ...base, ctx, calls }
}
