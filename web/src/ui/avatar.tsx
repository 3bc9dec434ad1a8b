import JoyAvatar from '@mui/joy/Avatar'
import Box from '@mui/joy/Box'
import { tints } from '../theme/palette.ts'

/** Same name, same tint, on every screen and day. */
export function tintOf(name: string): string {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) | 0
  return tints[Math.abs(hash) % tints.length] ?? tints[0]
}

/** "Ana Maria de Souza" → "AS"; names without letters use their digits, nothing readable becomes its first sign. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const named = words.filter((word) => /\p{L}/u.test(word))
  const used = named.length > 0 ? named : words.filter((word) => /\p{N}/u.test(word))
  const [first, last] = [used[0], used.length > 1 ? used.at(-1) : undefined]
  if (!first) return [...name.trim()][0] ?? '?'
  const letter = (word: string) => [...word].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? ''
  return (letter(first) + (last ? letter(last) : '')).toUpperCase()
}

interface AvatarProps {
  name: string
  src?: string | null | undefined
  /** Pixels. */
  size?: number
  presence?: 'online' | 'idle' | 'offline' | undefined
}

const PRESENCE = { online: 'success.400', idle: 'warning.400', offline: 'neutral.400' } as const

/** Picture, or initials on a tint of the name's own. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 32, presence }: AvatarProps) {
  return (
    <Box sx={{ position: 'relative', flexShrink: 0, width: size, height: size }} aria-hidden>
      <JoyAvatar
        {...(src ? { src } : {})}
        alt=""
        sx={{
          width: size,
          height: size,
          fontSize: Math.max(11, Math.round(size * 0.38)),
          fontWeight: 600,
          color: 'common.white',
          bgcolor: tintOf(name),
        }}
      >
        {src ? undefined : initialsOf(name)}
      </JoyAvatar>
      {presence && (
        <Box
          sx={{
            position: 'absolute',
            right: -1,
            bottom: -1,
            width: Math.max(10, size * 0.3),
            height: Math.max(10, size * 0.3),
            borderRadius: '50%',
            border: '2px solid',
            borderColor: 'background.surface',
            bgcolor: PRESENCE[presence],
          }}
        />
      )}
    </Box>
  )
}
