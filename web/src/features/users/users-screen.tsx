import { useUrlText } from '../../lib/use-url-state.ts'
import { PeopleTab } from './people-tab.tsx'
import { SignInTab } from './sign-in-tab.tsx'
import { TeamsTab } from './teams-tab.tsx'

/** `/usuarios`: the people of the company, their teams, and how they sign in. */
export function Screen() {
  const [tab] = useUrlText('aba')
  if (tab === 'equipes') return <TeamsTab />
  return tab === 'entrada' ? <SignInTab /> : <PeopleTab />
}
