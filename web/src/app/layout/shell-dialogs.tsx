import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { loadNamespaces, useT } from '../../lib/i18n/i18n.ts'
import { preferences } from '../../lib/preferences.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useShellSources } from '../palette/shell-sources.tsx'
import { shellDialogs } from './shell-dialogs-state.ts'
import { useRailScreens } from './use-rail.ts'

const Notices = lazy(async () => {
  const [{ NoticesDrawer }] = await Promise.all([
    import('../../features/notifications/notices-drawer.tsx'),
    loadNamespaces(['notifications']),
  ])
  return { default: NoticesDrawer }
})
const NoticePreferences = lazy(async () => {
  const [{ NoticePreferencesDialog }] = await Promise.all([
    import('../../features/notifications/preferences-dialog.tsx'),
    loadNamespaces(['notifications']),
  ])
  return { default: NoticePreferencesDialog }
})
const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }))
const KeysSheet = lazy(async () => ({ default: (await import('../keys-sheet.tsx')).KeysSheet }))
const KeysEditor = lazy(async () => {
  // it names what attendance and the panel can do too
  const [{ KeysEditor }] = await Promise.all([import('../keys-editor.tsx'), loadNamespaces(['attendance'])])
  return { default: KeysEditor }
})
const Preferences = lazy(async () => ({ default: (await import('../preferences-dialog.tsx')).PreferencesDialog }))
const Security = lazy(async () => ({
  default: (await import('../../features/auth/security-dialog.tsx')).SecurityDialog,
}))
const Profile = lazy(async () => ({ default: (await import('../profile-dialog.tsx')).ProfileDialog }))

/** Dialogs that any screen can open, and the keys that work everywhere. */
export const ShellDialogs = observer(() => {
  const t = useT('common')
  const navigate = useNavigate()
  const screens = useRailScreens()
  useShortcuts(t('keys.general'), [
    { keys: 'mod+k', label: t('keys.palette'), run: () => shellDialogs.show('palette') },
    { keys: '?', label: t('keys.sheet'), run: () => shellDialogs.show('keys') },
    { keys: 'g n', label: t('keys.notices'), run: () => shellDialogs.show('notices') },
    { keys: 'mod+b', label: t('keys.rail'), run: () => preferences.setRailOpen(!preferences.railOpen) },
  ])
  useShortcuts(
    t('keys.go'),
    screens.flatMap(({ id, path, rail }) =>
      rail.keys ? [{ keys: rail.keys, label: t(`screens.${id}`), run: () => void navigate(path) }] : [],
    ),
  )
  useShellSources()
  return (
    <Suspense fallback={null}>
      {shellDialogs.open === 'palette' && <Palette onClose={shellDialogs.close} />}
      {shellDialogs.open === 'keys' && (
        <KeysSheet onChange={() => shellDialogs.show('keysEditor')} onClose={shellDialogs.close} />
      )}
      {shellDialogs.open === 'keysEditor' && <KeysEditor onClose={shellDialogs.close} />}
      {shellDialogs.open === 'preferences' && <Preferences onClose={shellDialogs.close} />}
      {shellDialogs.open === 'notices' && (
        <Notices onPreferences={() => shellDialogs.show('noticePreferences')} onClose={shellDialogs.close} />
      )}
      {shellDialogs.open === 'noticePreferences' && <NoticePreferences onClose={shellDialogs.close} />}
      {shellDialogs.open === 'profile' && <Profile onClose={shellDialogs.close} />}
      {shellDialogs.open === 'security' && <Security onClose={shellDialogs.close} />}
    </Suspense>
  )
})
