import { allows, hasMenu } from '../../lib/permissions.ts'
import { session } from '../../lib/session/session.ts'
import { useTenantSettings } from '../../lib/tenant-settings.ts'
import { RAIL_GROUPS, type RailGroup, type ScreenDefinition } from '../screen-types.ts'
import { screens } from '../screens.ts'

export type RailScreen = ScreenDefinition & { rail: NonNullable<ScreenDefinition['rail']> }

/** The screens that this person may use; call inside an observer. */
export function useRailScreens(): RailScreen[] {
  const settings = useTenantSettings()
  const { user } = session
  return screens.filter(
    (screen): screen is RailScreen =>
      screen.rail !== undefined &&
      (screen.ability === undefined || allows(screen.ability, user, settings)) &&
      hasMenu(screen.id),
  )
}

/** Groups in their order, without the empty ones. */
export const grouped = (list: RailScreen[]): { group: RailGroup; screens: RailScreen[] }[] =>
  RAIL_GROUPS.map((group) => ({ group, screens: list.filter((screen) => screen.rail.group === group) })).filter(
    ({ screens: some }) => some.length > 0,
  )
