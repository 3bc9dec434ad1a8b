import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { Type } from 'typebox'
import { useT } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import { NumberField, TextField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { sendContent } from '../composer/send.ts'
import type { StructuredDialogProps } from './more-menu.tsx'

const schema = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
})

/** A place: typed in, or where this browser is. */
export function LocationDialog({ ticket, onClose }: StructuredDialogProps) {
  const t = useT('attendance')
  const [isLooking, setLooking] = useState(false)
  const form = useForm({
    schema,
    initial: { latitude: Number.NaN, longitude: Number.NaN, name: '', address: '' },
    save: async ({ latitude, longitude, name, address }) =>
      sendContent(ticket.id, {
        type: 'location',
        latitude,
        longitude,
        ...(name.trim() ? { name: name.trim() } : {}),
        ...(address.trim() ? { address: address.trim() } : {}),
      }),
  })
  const here = () => {
    setLooking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false)
        form.patch({ latitude: round(coords.latitude), longitude: round(coords.longitude) })
      },
      () => {
        setLooking(false)
        toast.warning(t('structured.noPosition'))
      },
      { timeout: 10_000 },
    )
  }
  const labels = {
    latitude: t('structured.latitude'),
    longitude: t('structured.longitude'),
    name: t('structured.placeName'),
    address: t('structured.address'),
  }
  return (
    <FormDialog
      title={t('structured.kinds.location')}
      form={form}
      labels={labels}
      onClose={onClose}
      submitLabel={t('composer.send')}
      width={460}
      aside={
        <Button
          variant="plain"
          loading={isLooking}
          loadingPosition="start"
          startDecorator={<LocateFixed size={16} aria-hidden />}
          onClick={here}
        >
          {t('structured.here')}
        </Button>
      }
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={3} sx={{ '& > *': { flex: 1 } }}>
        <NumberField form={form} name="latitude" label={labels.latitude} step="any" placeholder="-23.55052" />
        <NumberField form={form} name="longitude" label={labels.longitude} step="any" placeholder="-46.63331" />
      </Stack>
      <TextField form={form} name="name" label={labels.name} maxLength={255} optional />
      <TextField form={form} name="address" label={labels.address} maxLength={1024} optional />
    </FormDialog>
  )
}

/** About ten centimetres. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
