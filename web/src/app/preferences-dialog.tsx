import DialogTitle from '@mui/joy/DialogTitle'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import { useColorScheme } from '@mui/joy/styles'
import { observer } from 'mobx-react-lite'
import { currentLanguage, useT } from '../lib/i18n/i18n.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../lib/i18n/languages.ts'
import { preferences } from '../lib/preferences.ts'
import { speak } from '../lib/session/language.ts'
import { Segments } from '../ui/segments.tsx'
import { MODES, useMode } from './use-mode.ts'

const DENSITIES = ['comfortable', 'compact'] as const

/** Theme, density and language; each works at once. */
export const PreferencesDialog = observer(({ onClose }: { onClose(): void }) => {
  const t = useT('common')
  const ui = useT('ui')
  const { mode } = useColorScheme()
  const setMode = useMode()
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 420 }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{t('preferences.title')}</DialogTitle>
        <Stack spacing={4} sx={{ pt: 2 }}>
          <FormControl>
            <FormLabel>{t('preferences.theme')}</FormLabel>
            <Segments
              label={t('preferences.theme')}
              value={mode ?? 'system'}
              onChange={setMode}
              choices={MODES.map((value) => ({ value, label: t(`preferences.${value}`) }))}
            />
          </FormControl>
          <FormControl>
            <FormLabel>{t('preferences.density')}</FormLabel>
            <Segments
              label={t('preferences.density')}
              value={preferences.density}
              onChange={preferences.setDensity}
              choices={DENSITIES.map((value) => ({ value, label: t(`preferences.${value}`) }))}
            />
          </FormControl>
          <FormControl>
            <FormLabel>{t('preferences.language')}</FormLabel>
            <Segments
              label={t('preferences.language')}
              value={currentLanguage()}
              onChange={(language) => void speak(language)}
              choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
          </FormControl>
        </Stack>
      </ModalDialog>
    </Modal>
  )
})
