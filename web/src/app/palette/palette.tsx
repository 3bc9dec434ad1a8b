import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import Modal from '@mui/joy/Modal'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import type { PaletteItem } from '../../lib/palette/registry.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { usePaletteSearch } from './use-palette-search.ts'

/** Ctrl/⌘ K: type, arrow, Enter. The field keeps the focus, the chosen row is told by `aria-activedescendant`. */
export function Palette({ onClose }: { onClose(): void }) {
  const t = useT('common')
  const ui = useT('ui')
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const groups = usePaletteSearch(text)
  const items = groups.flatMap((group) => group.items)
  const index = Math.min(current, Math.max(0, items.length - 1))

  useEffect(() => {
    list.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [index])

  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => setCurrent((index + 1) % Math.max(1, items.length)),
      ArrowUp: () => setCurrent((index - 1 + items.length) % Math.max(1, items.length)),
      Enter: () => choose(items[index]),
    }
    const step = steps[event.key]
    if (!step || event.nativeEvent.isComposing) return
    event.preventDefault()
    step()
  }

  return (
    <Modal open onClose={onClose}>
      <ModalDialog
        aria-label={t('palette.label')}
        layout="center"
        sx={{
          top: { xs: 0, sm: '14vh' },
          translate: '-50% 0',
          transform: 'none',
          width: { xs: '100%', sm: 600 },
          maxWidth: '100%',
          height: { xs: '100dvh', sm: 'auto' },
          maxHeight: { xs: '100dvh', sm: '64vh' },
          borderRadius: { xs: 0, sm: 8 },
          p: 0,
          gap: 0,
          overflow: 'hidden',
        }}
      >
        <Stack direction="row" spacing={2} alignItems="center" sx={{ px: { xs: 3, sm: 4 }, minHeight: 52 }}>
          <Search size={18} aria-hidden />
          <Box
            component="input"
            role="combobox"
            aria-expanded
            aria-controls="palette-list"
            aria-label={t('palette.label')}
            aria-activedescendant={items.length > 0 ? `palette-${index}` : undefined}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            placeholder={t('palette.placeholder')}
            value={text}
            onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
              setText(event.target.value)
              setCurrent(0)
            }}
            onKeyDown={onKeyDown}
            sx={inputStyles}
          />
          {/* on a phone there is nothing beside it to tap on, and no Escape */}
          <IconButton aria-label={ui('close')} onClick={onClose} sx={{ display: { sm: 'none' } }}>
            <X size={18} />
          </IconButton>
        </Stack>
        <Box
          ref={list}
          id="palette-list"
          role="listbox"
          aria-label={t('palette.label')}
          sx={{ flex: 1, minHeight: 0, overflow: 'auto', borderTop: '1px solid', borderColor: 'divider', p: 2 }}
        >
          {groups.map((group) => (
            <Box key={group.id} role="group" aria-label={group.title} sx={{ mb: 2 }}>
              <Typography level="body-xs" aria-hidden sx={{ px: 2, py: 1, fontWeight: 550 }}>
                {group.title}
              </Typography>
              {group.items.map((item) => {
                const at = items.indexOf(item)
                return (
                  <Row
                    key={item.id}
                    item={item}
                    index={at}
                    active={at === index}
                    onPoint={() => setCurrent(at)}
                    onChoose={() => choose(item)}
                  />
                )
              })}
            </Box>
          ))}
          {items.length === 0 && (
            <Typography level="body-sm" role="status" sx={{ p: 4, textAlign: 'center' }}>
              {t('palette.empty', { text })}
            </Typography>
          )}
        </Box>
        <Stack direction="row" spacing={4} sx={footStyles} aria-hidden>
          <Hint keys="arrowup arrowdown" label={t('palette.move')} />
          <Hint keys="enter" label={t('palette.choose')} />
          <Hint keys="escape" label={t('palette.close')} />
        </Stack>
      </ModalDialog>
    </Modal>
  )
}

interface RowProps {
  item: PaletteItem
  index: number
  active: boolean
  onPoint(): void
  onChoose(): void
}

function Row({ item, index, active, onPoint, onChoose }: RowProps) {
  return (
    <Box
      id={`palette-${index}`}
      data-index={index}
      role="option"
      aria-selected={active}
      onPointerMove={onPoint}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: 38,
        px: 2,
        borderRadius: 6,
        cursor: 'pointer',
        '&[aria-selected=true]': { bgcolor: 'primary.softBg', color: 'primary.softColor' },
        '@media (pointer: coarse)': { minHeight: 44 },
      }}
    >
      <Box sx={{ width: 24, display: 'grid', placeItems: 'center', color: 'text.tertiary' }}>{item.icon}</Box>
      <Typography level="body-sm" textColor="text.primary" noWrap sx={{ flex: 1 }}>
        {item.label}
      </Typography>
      {item.hint && (
        <Typography level="body-xs" noWrap sx={{ maxWidth: '45%' }}>
          {item.hint}
        </Typography>
      )}
      {item.keys && <Kbd keys={item.keys} />}
    </Box>
  )
}

const Hint = ({ keys, label }: { keys: string; label: string }) => (
  <Typography level="body-xs" startDecorator={<Kbd keys={keys} />}>
    {label}
  </Typography>
)

const inputStyles = {
  flex: 1,
  minWidth: 0,
  border: 0,
  outline: 'none',
  background: 'none',
  font: 'inherit',
  fontSize: 'md',
  color: 'text.primary',
  '&::placeholder': { color: 'text.tertiary' },
}

const footStyles = {
  display: { xs: 'none', sm: 'flex' },
  px: 4,
  py: 2,
  borderTop: '1px solid',
  borderColor: 'divider',
}
