import { useEverybody } from '../../../entities/everybody.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ColourDot } from '../../../ui/colour.tsx'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { MultiPick } from '../../../ui/form/multi-pick.tsx'
import { useTagChoices } from '../use-contacts.ts'

interface ForEverybodyProps {
  tags: number[]
  wallets: number[]
  onTags(ids: number[]): void
  onWallets(ids: number[]): void
}

/** The tags and owners that all contacts of an import or of an address book get. */
export function ForEverybody({ tags, wallets, onTags, onWallets }: ForEverybodyProps) {
  const t = useT('contacts')
  const tagChoices = useTagChoices()
  const owners = useEverybody()
  return (
    <>
      <FieldFrame label={t('import.tags')}>
        {(field) => (
          <MultiPick
            {...field}
            value={tags}
            onChange={onTags}
            choices={(tagChoices.data ?? []).map((tag) => ({
              value: tag.id,
              label: tag.name,
              mark: <ColourDot colour={tag.color} />,
            }))}
          />
        )}
      </FieldFrame>
      <FieldFrame label={t('import.wallets')}>
        {(field) => (
          <MultiPick
            {...field}
            value={wallets}
            onChange={onWallets}
            choices={(owners.data ?? []).map((user) => ({ value: user.id, label: user.name }))}
          />
        )}
      </FieldFrame>
    </>
  )
}
