import type { Storage } from './storage.ts'

/** Two soft notes; made on the spot, so that there is nothing to load. Browsers allow it after the first touch. */
export function createSound(storage: Storage, offered: boolean) {
  let context: AudioContext | null = null
  const on = (): boolean => offered && (storage.read<boolean>('sound') ?? true)

  function note(audio: AudioContext, hertz: number, start: number): void {
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.frequency.value = hertz
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(0.08, start + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.25)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(start)
    oscillator.stop(start + 0.3)
  }

  document.addEventListener('pointerdown', () => {
    if (on()) context ??= new AudioContext()
  })

  return {
    on,
    toggle: () => storage.write('sound', !on()),
    play(): void {
      if (!on() || context?.state !== 'running') return
      note(context, 660, context.currentTime)
      note(context, 880, context.currentTime + 0.1)
    },
  }
}
