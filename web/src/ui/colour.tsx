import Box from '@mui/joy/Box'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { useT } from '../lib/i18n/i18n.ts'
import { isHexColour, textOn } from '../theme/contrast.ts'
import { tints } from '../theme/palette.ts'

/** The colour of a queue or tag, beside its name. */
export function ColourDot({ colour, size = 10 }: { colour: string; size?: number }) {
  return (
    <span
      aria-hidden
      className="colour-dot"
      style={{ width: size, height: size, ...(isHexColour(colour) ? { backgroundColor: colour } : {}) }}
    />
  )
}

/** The name of a queue, tag or reason, whole, beside its colour. */
export const ColouredName = ({ colour, name }: { colour: string; name: string }) => (
  <Stack direction="row" spacing={2} alignItems="center">
    <ColourDot colour={colour} />
    <Typography level="title-sm">{name}</Typography>
  </Stack>
)

interface ColourFieldProps {
  value: string
  onChange(value: string): void
  id?: string
  disabled?: boolean
  'aria-describedby'?: string | undefined
}

/** Ten tints that read well, or any other by its code. */
export function ColourField({ value, onChange, id, disabled = false, ...aria }: ColourFieldProps) {
  const t = useT('ui')
  return (
    <Stack spacing={2}>
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1} role="group" aria-label={t('colour.tints')}>
        {tints.map((tint) => (
          <Box
            component="button"
            type="button"
            key={tint}
            disabled={disabled}
            aria-label={tint}
            aria-pressed={tint === value.toLowerCase()}
            onClick={() => onChange(tint)}
            sx={{
              width: 28,
              height: 28,
              p: 0,
              border: 0,
              borderRadius: '50%',
              cursor: 'pointer',
              bgcolor: tint,
              outlineOffset: 2,
              '&[aria-pressed=true]': { outline: '2px solid', outlineColor: 'text.primary' },
            }}
          />
        ))}
      </Stack>
      <Input
        id={id ?? ''}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        placeholder="#0f766c"
        slotProps={{ input: { maxLength: 7, spellCheck: false, ...aria } }}
        startDecorator={
          <Box
            component="input"
            type="color"
            aria-label={t('colour.choose')}
            disabled={disabled}
            value={isHexColour(value) ? value : tints[0]}
            onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
            sx={{ width: 24, height: 24, p: 0, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
          />
        }
        endDecorator={
          isHexColour(value) ? (
            <Box sx={{ px: 2, borderRadius: 6, fontSize: 'xs', bgcolor: value, color: textOn(value) }}>
              {t('colour.sample')}
            </Box>
          ) : undefined
        }
        sx={{ maxWidth: 260 }}
      />
    </Stack>
  )
}
