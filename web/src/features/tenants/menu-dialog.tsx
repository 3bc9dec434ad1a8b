import { type Company, operatorContract } from '@recado/core/modules/operator/contract'
import { MENU_KEYS, type MenuKey } from '@recado/core/modules/tenants/policy'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { SwitchField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'

type Menu = Record<MenuKey, boolean>

interface MenuDialogProps {
  company: Company
  onSaved(company: Company): void
  onClose(): void
}

/** Which entries of the menu a company has; what it does not have is also refused. */
export function MenuDialog({ company, onSaved, onClose }: MenuDialogProps) {
  const t = useT('tenants')
  const common = useT('common')
  const form = useForm<Menu>({
    schema: operatorContract.routes.saveMenu.body.properties.menuPermissions,
    initial: Object.fromEntries(MENU_KEYS.map((key) => [key, company.menuPermissions[key] !== false])) as Menu,
    save: async (menuPermissions) =>
      onSaved(await call(operatorContract.routes.saveMenu, { params: { id: company.id }, body: { menuPermissions } })),
  })
  return (
    <FormDialog
      title={t('menuTitle', { name: company.name })}
      text={t('menuText')}
      form={form}
      labels={{}}
      onClose={onClose}
      width={460}
    >
      {MENU_KEYS.map((key) => (
        <SwitchField key={key} form={form} name={key} label={common(`screens.${key}`)} />
      ))}
    </FormDialog>
  )
}
