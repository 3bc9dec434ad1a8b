import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { contactTasksContract } from '@recado/core/modules/contact-tasks/contract'
import type { Contact } from '@recado/core/modules/contacts/contract'
import { useQueryClient } from '@tanstack/react-query'
import { FileDown, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { contacts } from '../../entities/contacts.ts'
import { reportError } from '../../lib/errors.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { saveFrom } from '../../lib/save-text.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmByName } from '../../ui/confirm-dialog.tsx'

const { personalData, erase } = contactTasksContract.routes

/** What a person may ask for by law: their data, and to be forgotten. For admins. */
export function ContactPrivacy({ contact, onErased }: { contact: Contact; onErased(): void }) {
  const t = useT('contacts')
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const make = async () => {
    setMaking(true)
    try {
      const file = await call(personalData, { params: { id: contact.id }, timeoutMs: 240_000 })
      saveFrom(file.url, file.fileName)
      toast.success(t('privacy.made'))
    } catch (error) {
      reportError(error)
    } finally {
      setMaking(false)
    }
  }
  const run = async () => {
    const { id } = await call(erase, { params: { id: contact.id }, body: { confirm: contact.name }, timeoutMs: 60_000 })
    contacts.remove(contact.id)
    toast.success(t('erase.done', { id }))
    await client.invalidateQueries({ queryKey: ['contacts'] })
    onErased()
  }
  return (
    <Stack spacing={2}>
      <Typography level="body-xs">{t('privacy.text')}</Typography>
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2}>
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          loading={isMaking}
          loadingPosition="start"
          startDecorator={<FileDown size={15} aria-hidden />}
          onClick={() => void make()}
        >
          {t('privacy.download')}
        </Button>
        <Button
          size="sm"
          variant="outlined"
          color="danger"
          startDecorator={<UserRoundX size={15} aria-hidden />}
          onClick={() => setErasing(true)}
        >
          {t('privacy.erase')}
        </Button>
      </Stack>
      {isErasing && (
        <ConfirmByName
          name={contact.name}
          title={t('erase.title', { name: contact.name })}
          text={t('erase.text')}
          confirmLabel={t('erase.confirm')}
          onConfirm={run}
          onClose={() => setErasing(false)}
        />
      )}
    </Stack>
  )
}
