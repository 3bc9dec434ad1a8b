import Box from '@mui/joy/Box'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { FactorSecret } from '@recado/core/modules/auth/contract'
import { useT } from '../../lib/i18n/i18n.ts'
import { QrCode } from '../../plugin-ui/qr-code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Groups of four, as people read keys to each other. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** What goes into the authenticator app: by camera, or typed in. */
export function FactorSecretView({ secret: { secret, uri } }: { secret: FactorSecret }) {
  const t = useT('auth')
  return (
    <Stack spacing={3} alignItems="center">
      <QrCode text={uri} label={t('setup.qr')} size={208} />
      <Box sx={{ width: '100%' }}>
        <Typography level="body-xs" id="factor-secret">
          {t('setup.key')}
        </Typography>
        <Stack direction="row" spacing={1} alignItems="center">
          <Typography
            level="body-sm"
            textColor="text.primary"
            aria-labelledby="factor-secret"
            data-secret={secret}
            sx={{ fontFamily: 'code', overflowWrap: 'anywhere', flex: 1 }}
          >
            {inGroups(secret)}
          </Typography>
          <CopyButton text={secret} label={t('setup.copyKey')} />
        </Stack>
      </Box>
    </Stack>
  )
}
