const FORMS = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const

const ENDINGS: Record<string, string> = { 'audio/ogg': 'ogg', 'audio/webm': 'webm', 'audio/mp4': 'm4a' }

export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined

export interface Recording {
  /** Loudness now, 0 to 1. */
  level(): number
  /** Ends it and hands out the file. */
  finish(): Promise<File>
  /** Ends it and throws it away. */
  cancel(): void
}

/** Starts to record the microphone. Throws when it is missing or refused. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 },
  })
  const mimeType = FORMS.find((form) => MediaRecorder.isTypeSupported(form))
  const recorder = new MediaRecorder(stream, { ...(mimeType ? { mimeType } : {}), audioBitsPerSecond: 32_000 })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 256
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
    context.close().catch(() => undefined)
  }
  recorder.start(1_000)
  return {
    level: () => {
      analyser.getByteTimeDomainData(samples)
      return Math.min(1, Math.max(...samples.map((value) => Math.abs(value - 128))) / 64)
    },
    finish: () => {
      const { promise, resolve } = Promise.withResolvers<File>()
      recorder.onstop = () => {
        release()
        const type = (recorder.mimeType || 'audio/webm').split(';')[0] ?? 'audio/webm'
        resolve(new File(parts, `audio-${Date.now()}.${ENDINGS[type] ?? 'webm'}`, { type }))
      }
      recorder.stop()
      return promise
    },
    cancel: () => {
      recorder.onstop = release
      recorder.stop()
    },
  }
}
