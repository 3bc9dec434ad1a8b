import Box from '@mui/joy/Box'
import { useColorScheme } from '@mui/joy/styles'
import en from 'emoji-picker-element/i18n/en'
import es from 'emoji-picker-element/i18n/es'
import pt from 'emoji-picker-element/i18n/pt_BR'
import Picker from 'emoji-picker-element/picker'
import enUrl from 'emoji-picker-element-data/en/cldr/data.json?url'
import esUrl from 'emoji-picker-element-data/es/cldr/data.json?url'
import ptUrl from 'emoji-picker-element-data/pt/cldr/data.json?url'
import { useEffect, useEffectEvent, useRef } from 'react'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'

const LANGUAGES = {
  pt: { dataSource: ptUrl, i18n: pt },
  en: { dataSource: enUrl, i18n: en },
  es: { dataSource: esUrl, i18n: es },
}

/** All emoji with search in the person's language; loaded when it is first opened. */
export function EmojiPanel({ onPick }: { onPick(emoji: string): void }) {
  const box = useRef<HTMLDivElement>(null)
  const { colorScheme } = useColorScheme()
  const pick = useEffectEvent(onPick)
  useEffect(() => {
    const locale = currentLanguage()
    const picker = new Picker({ locale, ...LANGUAGES[locale] })
    picker.classList.add(colorScheme === 'dark' ? 'dark' : 'light')
    picker.addEventListener('emoji-click', ({ detail }) => detail.unicode && pick(detail.unicode))
    box.current?.replaceChildren(picker)
    return () => picker.remove()
  }, [colorScheme])
  return (
    <Box
      ref={box}
      sx={{
        '& emoji-picker': {
          width: 'min(344px, calc(100vw - 24px))',
          height: 360,
          '--background': 'var(--joy-palette-background-popup)',
          '--border-color': 'var(--joy-palette-divider)',
          '--border-radius': '8px',
          '--emoji-size': '1.375rem',
          '--input-font-size': '0.875rem',
          '--indicator-color': 'var(--joy-palette-primary-solidBg)',
          '--button-hover-background': 'var(--joy-palette-neutral-plainHoverBg)',
          '--outline-color': 'var(--joy-palette-focusVisible)',
        },
      }}
    />
  )
}
