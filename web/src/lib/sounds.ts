import type { Sound } from '@recado/core/modules/notifications/contract'

interface Tone {
  /** Hertz, and seconds from the beginning. */
  pitch: number
  at: number
  seconds: number
  shape: OscillatorType
}

const tone = (pitch: number, at = 0, seconds = 0.4, shape: OscillatorType = 'sine'): Tone => {
  return { pitch, at, seconds, shape }
}

/** Made here: no files to fetch. */
const TONES: Record<Sound, Tone[]> = {
  none: [],
  chime: [tone(659.25), tone(880, 0.12)],
  ding: [tone(1046.5, 0, 0.7)],
  pop: [tone(392, 0, 0.12), tone(587.33, 0.05, 0.14)],
  knock: [tone(196, 0, 0.1, 'triangle'), tone(196, 0.16, 0.1, 'triangle')],
  marimba: [tone(523.25, 0, 0.3, 'triangle'), tone(659.25, 0.1, 0.3, 'triangle'), tone(783.99, 0.2, 0.4, 'triangle')],
}

/** Loudest, of what the device gives. */
const LOUD = 0.12
/** Not more than one at a time however much arrives. */
const APART = 2_000
let context: AudioContext | undefined
let playedAt = 0

/** `volume` in per cent. `now` also when another one was just heard. */
export function playSound(name: Sound, volume = 70, { now = false } = {}): void {
  const isTooSoon = !now && Date.now() - playedAt < APART
  if (name === 'none' || volume <= 0 || isTooSoon || !('AudioContext' in window)) return
  playedAt = Date.now()
  context ??= new AudioContext()
  const audio = context
  // Before the first click the browser keeps it silent, and so do we.
  if (audio.state === 'suspended') {
    audio.resume().catch(() => undefined)
    if (!now) return
  }
  for (const { pitch, at, seconds, shape } of TONES[name]) {
    const start = audio.currentTime + at
    const oscillator = audio.createOscillator()
    const loudness = audio.createGain()
    oscillator.type = shape
    oscillator.frequency.value = pitch
    loudness.gain.setValueAtTime(0, start)
    loudness.gain.linearRampToValueAtTime((LOUD * volume) / 100, start + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + seconds - 0.05)
    oscillator.connect(loudness).connect(audio.destination)
    oscillator.start(start)
    oscillator.stop(start + seconds)
  }
}
