import type { ReactNode } from 'react'
import { found } from '../format/fold.ts'

export interface PaletteItem {
  id: string
  label: string
  /** Second line or right-hand hint. */
  hint?: string
  icon?: ReactNode
  /** More words that find it. */
  keywords?: string
  keys?: string
  run(): void
}

/** Something the palette can look through. */
export interface PaletteSource {
  id: string
  /** Heading of its group, in the person's language; a function because the language may change. */
  title(): string
  /** Lower comes first. */
  order: number
  /** Items at hand for what was typed, possibly empty text: in the same frame, so it must be quick and pure. */
  search?(text: string): PaletteItem[]
  /** Items asked of the server: once typing pauses, given up when it goes on. Not called for an empty text. */
  fetch?(text: string, signal: AbortSignal): Promise<PaletteItem[]>
}

const sources = new Map<string, PaletteSource>()

/** Adds a source, replacing one of the same id. Answers the way to take it out again. */
export function registerPaletteSource(source: PaletteSource): () => void {
  sources.set(source.id, source)
  return () => {
    if (sources.get(source.id) === source) sources.delete(source.id)
  }
}

export const paletteSources = (): PaletteSource[] => [...sources.values()].sort((a, b) => a.order - b.order)

/** Every word typed must occur, whatever the accents and case. */
export const matches = (item: Pick<PaletteItem, 'label' | 'hint' | 'keywords'>, text: string): boolean =>
  found(`${item.label} ${item.hint ?? ''} ${item.keywords ?? ''}`, text)
