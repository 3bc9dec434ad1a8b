import Dropdown from '@mui/joy/Dropdown'
import ListDivider from '@mui/joy/ListDivider'
import ListItemContent from '@mui/joy/ListItemContent'
import ListItemDecorator from '@mui/joy/ListItemDecorator'
import Menu from '@mui/joy/Menu'
import MenuButton from '@mui/joy/MenuButton'
import MenuItem from '@mui/joy/MenuItem'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Keys } from '../lib/shortcuts/keys.ts'
import { Kbd } from './kbd.tsx'
import { MenuTool } from './tool-button.tsx'

export interface MenuAction {
  id: string
  label: string
  icon?: LucideIcon
  /** Printed beside the words. */
  keys?: Keys
  tone?: 'danger'
  disabled?: boolean
  /** A line above it. */
  apart?: boolean
  run(): void
}

interface ActionMenuProps {
  label: string
  actions: (MenuAction | false | null | undefined)[]
  /** What opens it; three dots when absent. */
  trigger?: ReactNode
  placement?: 'bottom-end' | 'bottom-start' | 'right-end' | 'top-start'
}

/** A menu of actions with their keys beside the words. */
export function ActionMenu({ label, actions, trigger, placement = 'bottom-end' }: ActionMenuProps) {
  const list = actions.filter((action): action is MenuAction => Boolean(action))
  if (list.length === 0) return null
  return (
    <Dropdown>
      <MenuButton slots={{ root: MenuTool }} aria-label={label} onClick={(event) => event.stopPropagation()}>
        {trigger ?? <Ellipsis size={18} />}
      </MenuButton>
      <Menu placement={placement} size="sm" sx={{ minWidth: 200 }}>
        {list.flatMap((action) => [
          action.apart && <ListDivider key={`${action.id}-divider`} />,
          <MenuItem
            key={action.id}
            disabled={action.disabled ?? false}
            color={action.tone ?? 'neutral'}
            onClick={(event) => {
              event.stopPropagation()
              action.run()
            }}
          >
            {action.icon && (
              <ListItemDecorator sx={{ color: 'inherit' }}>
                <action.icon size={16} aria-hidden />
              </ListItemDecorator>
            )}
            <ListItemContent>{action.label}</ListItemContent>
            {action.keys && <Kbd keys={action.keys} />}
          </MenuItem>,
        ])}
      </Menu>
    </Dropdown>
  )
}
