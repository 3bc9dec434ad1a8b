import { useState } from 'react'
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

/** Picture, or initials on a tint of the name's own. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 32, presence }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = src && src !== broken
  return (
    <span className="avatar" aria-hidden style={{ width: size, height: size }}>
      {isShown ? (
        <img className="avatar-face" src={src} alt="" onError={() => setBroken(src)} />
      ) : (
        <span
          className="avatar-face"
          style={{ fontSize: Math.max(11, Math.round(size * 0.38)), backgroundColor: tintOf(name) }}
        >
          {initialsOf(name)}
        </span>
      )}
      {presence && (
        <span
          className={`avatar-presence avatar-${presence}`}
          style={{ width: Math.max(10, size * 0.3), height: Math.max(10, size * 0.3) }}
        />
      )}
    </span>
  )
}
