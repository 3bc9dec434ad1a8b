import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Slider from '@mui/joy/Slider'
import { Mic, Pause, Play } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { preferences } from '../../../lib/preferences.ts'
import { clock } from './clock.ts'

const SPEEDS: readonly number[] = [1, 1.5, 2]
/** Only one sounds at a time. */
let playing: HTMLAudioElement | null = null

interface AudioPlayerProps {
  url: string
  isVoice: boolean
  /** Seconds, where the channel told them; the file knows better once it is loaded. */
  duration?: number | undefined
  onError(): void
}

/** Plays a voice message or a piece of music; the speed is remembered. */
export const AudioPlayer = observer(({ url, isVoice, duration, onError }: AudioPlayerProps) => {
  const t = useT('attendance')
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(duration ?? 0)
  const speed = preferences.recall<number>('attendance.speed', 1)
  useEffect(() => {
    const element = audio.current
    return () => {
      if (playing === element) playing = null
    }
  }, [])
  const toggle = () => {
    const element = audio.current
    if (!element) return
    if (!element.paused) {
      element.pause()
      return
    }
    if (playing !== element) playing?.pause()
    playing = element
    element.playbackRate = speed
    element.play().catch(onError)
  }
  const nextSpeed = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
    preferences.remember('attendance.speed', next)
    if (audio.current) audio.current.playbackRate = next
  }
  const label = isPlaying ? t('media.pause') : t('media.play')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, width: 264, maxWidth: '100%' }}>
      <Box
        component="audio"
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          // Recordings of a browser carry no length.
          const known = event.currentTarget.duration
          if (Number.isFinite(known)) setLength(known)
        }}
        onError={onError}
      />
      <IconButton variant="soft" color="primary" aria-label={label} onClick={toggle} sx={{ borderRadius: '50%' }}>
        {isPlaying ? <Pause size={16} /> : <Play size={16} />}
      </IconButton>
      <Slider
        size="sm"
        aria-label={t('media.position')}
        value={Math.min(at, length || at)}
        max={length || 1}
        step={0.1}
        getAriaValueText={(value) => clock(value)}
        onChange={(_, value) => {
          if (audio.current && typeof value === 'number') audio.current.currentTime = value
        }}
        sx={{ flex: 1, '--Slider-trackSize': '3px', '--Slider-thumbSize': '10px' }}
      />
      <Box className="tabular" sx={{ fontSize: 'xs', color: 'text.secondary', minWidth: 34, textAlign: 'right' }}>
        {clock(at > 0 ? at : length)}
      </Box>
      {isPlaying || speed !== 1 ? (
        <Button
          size="sm"
          variant="soft"
          color="neutral"
          aria-label={t('media.speed')}
          onClick={nextSpeed}
          sx={{ px: 1.5, minHeight: 24 }}
        >
          {speed}×
        </Button>
      ) : (
        isVoice && <Mic size={16} aria-hidden style={{ opacity: 0.6 }} />
      )}
    </Box>
  )
})
