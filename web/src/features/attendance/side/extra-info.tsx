import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { Pencil, Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { contacts } from '../../../entities/contacts.ts'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { holdUnsaved } from '../../../lib/unsaved.ts'

interface Row {
  key: number
  id: number | null
  name: string
  value: string
}

/** What is known of a contact beyond the fixed fields: names and values, shown as they are and edited in place. */
export function ExtraInfo({ contact }: { contact: Contact }) {
  const t = useT('attendance')
  const common = useT('common')
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <ExtraForm contact={contact} onDone={() => setEditing(false)} />
  return (
    <Box>
      {contact.extraInfo.length > 0 ? (
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)',
            columnGap: 3,
            rowGap: 1,
            fontSize: 'sm',
          }}
        >
          {contact.extraInfo.flatMap((info) => [
            <Box component="dt" key={`name-${info.id}`} sx={{ color: 'text.tertiary', overflowWrap: 'anywhere' }}>
              {info.name}
            </Box>,
            <Box component="dd" key={`value-${info.id}`} sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {info.value}
            </Box>,
          ])}
        </Box>
      ) : (
        <div className="side-quiet">{t('side.noExtra')}</div>
      )}
      <Button
        size="sm"
        variant="plain"
        color="neutral"
        startDecorator={contact.extraInfo.length > 0 ? <Pencil size={14} /> : <Plus size={14} />}
        onClick={() => setEditing(true)}
        sx={{ mt: 1, ml: -2 }}
      >
        {contact.extraInfo.length > 0 ? common('edit') : t('side.addExtra')}
      </Button>
    </Box>
  )
}

function ExtraForm({ contact, onDone }: { contact: Contact; onDone(): void }) {
  const t = useT('attendance')
  const ui = useT('ui')
  const next = useRef(0)
  const row = (info: Omit<Row, 'key'>): Row => ({ ...info, key: next.current++ })
  const [rows, setRows] = useState<Row[]>(() => {
    const known = contact.extraInfo.map(({ id, name, value }) => row({ id, name, value }))
    return known.length > 0 ? known : [row({ id: null, name: '', value: '' })]
  })
  const [isBusy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const isUnsaved = useEffectEvent(() => isDirty)
  useEffect(() => holdUnsaved(() => isUnsaved()), [])
  const change = (changed: Row[]) => {
    setDirty(true)
    setRows(changed)
  }
  const set = (key: number, part: Partial<Row>) =>
    change(rows.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const extraInfo = rows
        .filter(({ name }) => name.trim() !== '')
        .map(({ id, name, value }) => ({ id, name: name.trim(), value: value.trim() }))
      contacts.take(await call(contactsContract.routes.update, { params: { id: contact.id }, body: { extraInfo } }))
      onDone()
    } catch (error) {
      reportError(error)
      setBusy(false)
    }
  }
  return (
    <Box component="form" onSubmit={(event) => void save(event)}>
      <Stack spacing={1.5}>
        {rows.map((one) => (
          <Box key={one.key} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <Input
              size="sm"
              value={one.name}
              placeholder={t('side.extraName')}
              onChange={(event) => set(one.key, { name: event.target.value })}
              slotProps={{ input: { 'aria-label': t('side.extraName'), maxLength: 100 } }}
              sx={{ flex: 2, minWidth: 0 }}
            />
            <Input
              size="sm"
              value={one.value}
              placeholder={t('side.extraValue')}
              onChange={(event) => set(one.key, { value: event.target.value })}
              slotProps={{ input: { 'aria-label': t('side.extraValue'), maxLength: 1000 } }}
              sx={{ flex: 3, minWidth: 0 }}
            />
            <IconButton
              aria-label={ui('removeItem', { name: one.name })}
              onClick={() => change(rows.filter(({ key }) => key !== one.key))}
            >
              <X size={14} />
            </IconButton>
          </Box>
        ))}
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button type="submit" size="sm" loading={isBusy}>
            {ui('save')}
          </Button>
          <Button size="sm" variant="plain" color="neutral" onClick={onDone} disabled={isBusy}>
            {ui('cancel')}
          </Button>
          <Button
            size="sm"
            variant="plain"
            color="neutral"
            startDecorator={<Plus size={14} />}
            onClick={() => change([...rows, row({ id: null, name: '', value: '' })])}
            sx={{ ml: 'auto' }}
          >
            {t('side.addExtra')}
          </Button>
        </Box>
      </Stack>
    </Box>
  )
}
