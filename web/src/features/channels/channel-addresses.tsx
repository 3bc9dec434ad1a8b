import Button from '@mui/joy/Button'
import FormControl from '@mui/joy/FormControl'
import FormHelperText from '@mui/joy/FormHelperText'
import FormLabel from '@mui/joy/FormLabel'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import type { Channel } from '@recado/core/modules/channels/contract'
import type { ChannelType } from '@recado/core/modules/plugins/contract'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { Snippet } from '../../plugin-ui/shown.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useChannelActions } from './use-channels.ts'

/** One line for a site; the channel's key is the last part of its address. */
export function embedOf(hookUrl: string): string {
  const { origin, pathname } = new URL(hookUrl)
  const key = pathname.split('/').filter(Boolean).at(-1) ?? ''
  return `<script src="${origin}/assets/webchat/recado.js" data-channel="${key}" async></script>`
}

/** Where the provider, or a site, reaches the channel. */
export function ChannelAddresses({ channel, type }: { channel: Channel; type: ChannelType | undefined }) {
  const t = useT('channels')
  const [asking, setAsking] = useState(false)
  const { rotate } = useChannelActions()
  const [hookUrl, setHookUrl] = useState(channel.hookUrl)
  if (!hookUrl) return null
  const renew = async () => setHookUrl((await rotate.mutateAsync(channel)).hookUrl)
  return (
    <FormControl>
      <FormLabel>{type?.addressKind === 'webchat' ? t('embed') : t('hookUrl')}</FormLabel>
      {type?.addressKind === 'webchat' ? (
        <Snippet text={embedOf(hookUrl)} />
      ) : (
        <Input
          readOnly
          value={hookUrl}
          endDecorator={<CopyButton text={hookUrl} />}
          slotProps={{ input: { spellCheck: false } }}
        />
      )}
      <Stack direction="row" spacing={2} alignItems="center">
        <FormHelperText sx={{ flex: 1 }}>
          {type?.addressKind === 'webchat' ? t('embedHelp') : t('hookUrlHelp')}
        </FormHelperText>
        <Button variant="plain" color="neutral" onClick={() => setAsking(true)}>
          {t('rotate')}
        </Button>
      </Stack>
      {asking && (
        <ConfirmDialog
          title={t('rotateTitle')}
          text={t('rotateText')}
          confirmLabel={t('rotate')}
          tone="danger"
          onConfirm={renew}
          onClose={() => setAsking(false)}
        />
      )}
    </FormControl>
  )
}
