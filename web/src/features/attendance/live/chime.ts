let context: AudioContext | undefined

/** Two soft tones; not more than one pair at a time however much arrives. */
let playedAt = 0
const APART = 2_000

export function chime(): void {
  if (Date.now() - playedAt < APART || !('AudioContext' in window)) return
  playedAt = Date.now()
  context ??= new AudioContext()
  const audio = context
  // Before the first click the browser keeps it silent, and so do we.
  if (audio.state === 'suspended') {
    audio.resume().catch(() => undefined)
    return
  }
  for (const [index, pitch] of [659.25, 880].entries()) {
    const start = audio.currentTime + index * 0.12
    const tone = audio.createOscillator()
    const loudness = audio.createGain()
    tone.type = 'sine'
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(0, start)
    loudness.gain.linearRampToValueAtTime(0.08, start + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.35)
    tone.connect(loudness).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 0.4)
  }
}
