import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { useState } from 'react'
import { contacts } from '../../../entities/contacts.ts'
import { useEverybody } from '../../../entities/everybody.ts'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ColourDot } from '../../../ui/colour.tsx'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { QuietPick } from '../../../ui/form/quiet-pick.tsx'
import { useTagChoices } from '../state/use-choices.ts'

const { saveTags, saveWallets } = contactsContract.routes

/** Tags and owners; each choice is saved at once and taken back when the server refuses. */
export function ContactLinks({ contact }: { contact: Contact }) {
  const t = useT('attendance')
  const tags = useTagChoices()
  const users = useEverybody()
  const [shown, setShown] = useState<{ tags?: number[]; wallets?: number[] }>({})
  const tagIds = shown.tags ?? contact.tags.map(({ id }) => id)
  const walletIds = shown.wallets ?? contact.wallets.map(({ id }) => id)
  const save = async (name: 'tags' | 'wallets', ids: number[]) => {
    setShown((now) => ({ ...now, [name]: ids }))
    const params = { id: contact.id }
    try {
      contacts.take(
        name === 'tags'
          ? await call(saveTags, { params, body: { tags: ids } })
          : await call(saveWallets, { params, body: { wallets: ids } }),
      )
    } catch (error) {
      reportError(error)
    } finally {
      setShown(({ [name]: _, ...rest }) => rest)
    }
  }
  return (
    <div className="side-links">
      <FieldFrame label={t('side.tags')}>
        {({ id }) => (
          <QuietPick
            id={id}
            value={tagIds}
            onChange={(ids) => void save('tags', ids)}
            placeholder={t('side.addTag')}
            choices={(tags.data ?? [])
              .filter((tag) => tag.isActive || tagIds.includes(tag.id))
              .map((tag) => ({ value: tag.id, label: tag.name, mark: <ColourDot colour={tag.color} size={8} /> }))}
          />
        )}
      </FieldFrame>
      {!contact.isGroup && (
        <FieldFrame label={t('side.wallets')}>
          {({ id }) => (
            <QuietPick
              id={id}
              value={walletIds}
              onChange={(ids) => void save('wallets', ids)}
              placeholder={t('side.addWallet')}
              choices={[
                ...(users.data ?? []).map((user) => ({ value: user.id, label: user.name })),
                // Owners who are not known yet.
                ...contact.wallets
                  .filter((owner) => !users.data?.some((user) => user.id === owner.id))
                  .map((owner) => ({ value: owner.id, label: owner.name })),
              ]}
            />
          )}
        </FieldFrame>
      )}
    </div>
  )
}
