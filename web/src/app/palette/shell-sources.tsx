import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { i18n, useT } from '../../lib/i18n/i18n.ts'
import { matches, type PaletteItem, registerPaletteSource } from '../../lib/palette/registry.ts'
import { shellDialogs } from '../layout/shell-dialogs-state.ts'
import { useRailScreens } from '../layout/use-rail.ts'
import { leave } from '../session-effects.ts'
import { MODES, useMode } from '../use-mode.ts'

/** Screens, actions, tickets and people; call inside an observer. */
export function useShellSources(): void {
  const t = useT('common')
  const navigate = useNavigate()
  const setMode = useMode()
  const list = useRailScreens()

  const screens = (): PaletteItem[] =>
    list.map(({ id, path, rail: { icon: Icon, keys } }) => ({
      id,
      label: t(`screens.${id}`),
      icon: <Icon size={16} />,
      ...(keys ? { keys } : {}),
      run: () => void navigate(path),
    }))
  const actions = (): PaletteItem[] => [
    ...MODES.map((mode) => ({
      id: `theme-${mode}`,
      label: t('shell.theme', { name: t(`preferences.${mode}`) }),
      run: () => setMode(mode),
    })),
    { id: 'preferences', label: t('me.preferences'), run: () => shellDialogs.show('preferences') },
    { id: 'profile', label: t('me.profile'), run: () => shellDialogs.show('profile') },
    { id: 'keys', label: t('shell.keys'), keys: '?', run: () => shellDialogs.show('keys') },
    { id: 'leave', label: t('me.leave'), run: () => void leave() },
  ]

  const mayContacts = list.some(({ id }) => id === 'contacts')
  const people = async (text: string, signal: AbortSignal): Promise<PaletteItem[]> => {
    if (!mayContacts) return []
    const { searchContacts } = await import('../../features/contacts/palette.tsx')
    return searchContacts(text, signal, (id) => void navigate(`/contatos?id=${id}`))
  }

  const tickets = async (text: string, signal: AbortSignal): Promise<PaletteItem[]> => {
    if (!list.some(({ id }) => id === 'attendance')) return []
    const { searchTickets } = await import('../../features/attendance/palette.tsx')
    return searchTickets(text, signal, (id) => void navigate(`/atendimento/${id}`))
  }

  const messages = async (text: string, signal: AbortSignal): Promise<PaletteItem[]> => {
    if (!list.some(({ id }) => id === 'attendance')) return []
    const { searchMessages } = await import('../../features/attendance/palette.tsx')
    return searchMessages(text, signal, (id) => void navigate(`/atendimento/${id}`))
  }

  const views = async (text: string, signal: AbortSignal): Promise<PaletteItem[]> => {
    if (!list.some(({ id }) => id === 'attendance')) return []
    const { searchViews } = await import('../../features/attendance/palette.tsx')
    return searchViews(text, signal, (address) => void navigate(address))
  }

  // The palette asks while it renders; what it gets is as of the last commit.
  const latest = useRef({ screens, actions, people, tickets, messages, views })
  useEffect(() => {
    latest.current = { screens, actions, people, tickets, messages, views }
  })

  useEffect(() => {
    const filtered = (items: PaletteItem[], text: string) => items.filter((item) => matches(item, text))
    const stops = [
      registerPaletteSource({
        id: 'screens',
        order: 10,
        title: () => i18n.t('common:palette.screens'),
        search: (text) => filtered(latest.current.screens(), text),
      }),
      registerPaletteSource({
        id: 'actions',
        order: 20,
        title: () => i18n.t('common:palette.actions'),
        search: (text) => filtered(latest.current.actions(), text),
      }),
      registerPaletteSource({
        id: 'tickets',
        order: 25,
        title: () => i18n.t('common:screens.attendance'),
        fetch: (text, signal) => latest.current.tickets(text, signal),
      }),
      registerPaletteSource({
        id: 'views',
        order: 22,
        title: () => i18n.t('common:palette.views'),
        fetch: (text, signal) => latest.current.views(text, signal),
      }),
      registerPaletteSource({
        id: 'messages',
        order: 35,
        title: () => i18n.t('attendance:find.messages'),
        fetch: (text, signal) => latest.current.messages(text, signal),
      }),
      registerPaletteSource({
        id: 'contacts',
        order: 30,
        title: () => i18n.t('common:screens.contacts'),
        fetch: (text, signal) => latest.current.people(text, signal),
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
