import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import { SendHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../../lib/shortcuts/registry.ts'
import { toast } from '../../../lib/toasts.ts'
import { holdUnsaved } from '../../../lib/unsaved.ts'
import { clock } from '../content/clock.ts'
import { type Recording, startRecording } from './recorder.ts'

const BARS = 32
const EVERY = 100

/** Records a voice message: time, loudness, send or throw away. */
export function VoiceBar({ onSend, onClose }: { onSend(file: File): void; onClose(): void }) {
  const t = useT('attendance')
  const recording = useRef<Recording | null>(null)
  const [tenths, setTenths] = useState(0)
  const [levels, setLevels] = useState<{ id: number; level: number }[]>([])
  const refused = useEffectEvent(() => {
    toast.warning(t('voice.refused'))
    onClose()
  })
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setInterval> | undefined
    startRecording().then(
      (started) => {
        if (isGone) {
          started.cancel()
          return
        }
        recording.current = started
        timer = setInterval(() => {
          setTenths((count) => count + 1)
          setLevels((all) => [...all.slice(1 - BARS), { id: (all.at(-1)?.id ?? 0) + 1, level: started.level() }])
        }, EVERY)
      },
      () => refused(),
    )
    const stopHolding = holdUnsaved(() => recording.current !== null)
    return () => {
      isGone = true
      clearInterval(timer)
      stopHolding()
      recording.current?.cancel()
      recording.current = null
    }
  }, [])
  const send = () => {
    const current = recording.current
    if (!current) return
    recording.current = null
    void current.finish().then((file) => {
      onSend(file)
      onClose()
    })
  }
  useShortcuts(t('voice.title'), [
    { keys: 'enter', label: t('voice.send'), run: send },
    { keys: 'escape', label: t('voice.cancel'), run: onClose },
  ])
  return (
    <Box
      role="group"
      aria-label={t('voice.title')}
      sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 44 }}
    >
      <IconButton color="danger" aria-label={t('voice.cancel')} onClick={onClose}>
        <Trash2 size={18} />
      </IconButton>
      <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: 'danger.solidBg' }} />
      <Box role="timer" className="tabular" sx={{ fontSize: 'sm', fontWeight: 600, minWidth: 40 }}>
        {clock(tenths / 10)}
      </Box>
      <Box
        aria-hidden
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: '2px',
          height: 28,
          overflow: 'hidden',
        }}
      >
        {levels.map(({ id, level }) => (
          <Box
            key={id}
            sx={{ width: 3, flexShrink: 0, borderRadius: 2, bgcolor: 'primary.solidBg' }}
            style={{ height: 4 + level * 24 }}
          />
        ))}
      </Box>
      <Button autoFocus startDecorator={<SendHorizontal size={16} />} onClick={send} disabled={tenths < 5}>
        {t('voice.send')}
      </Button>
    </Box>
  )
}
