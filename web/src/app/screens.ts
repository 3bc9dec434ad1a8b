import {
  Blocks,
  Building2,
  CircleCheckBig,
  Contact,
  Inbox,
  LayoutDashboard,
  MessagesSquare,
  Network,
  Settings,
  Tags,
  Users,
} from 'lucide-react'
import type { ScreenDefinition } from './screen-types.ts'

/** Every screen behind the login, in the order of the rail. */
export const screens: readonly ScreenDefinition[] = [
  {
    id: 'attendance',
    path: '/atendimento',
    load: () => import('../features/attendance/attendance-screen.tsx'),
    texts: ['attendance', 'contactUi'],
    rail: { group: 'service', icon: MessagesSquare, keys: 'g a' },
    // `chats`, `contatos` or the id of a ticket; the screen reads it from the address.
    children: [{ path: ':ticketId', element: null }],
  },
  {
    id: 'dashboard',
    path: '/',
    load: () => import('../features/dashboard/dashboard-screen.tsx'),
    texts: ['dashboard'],
    rail: { group: 'service', icon: LayoutDashboard, keys: 'g d' },
  },
  {
    id: 'contacts',
    path: '/contatos',
    load: () => import('../features/contacts/contacts-screen.tsx'),
    texts: ['contacts', 'contactUi'],
    ability: 'contacts.view',
    rail: { group: 'people', icon: Contact, keys: 'g c' },
  },
  {
    id: 'users',
    path: '/usuarios',
    load: () => import('../features/users/users-screen.tsx'),
    texts: ['users'],
    ability: 'users.manage',
    rail: { group: 'people', icon: Users, keys: 'g u' },
  },
  {
    id: 'channels',
    path: '/sessoes',
    load: () => import('./channels-with-webhooks.tsx'),
    texts: ['channels', 'pluginUi', 'webhooks'],
    ability: 'channels.manage',
    rail: { group: 'setup', icon: Network, keys: 'g s' },
  },
  {
    id: 'queues',
    path: '/filas',
    load: () => import('../features/queues/queues-screen.tsx'),
    texts: ['queues'],
    ability: 'queues.manage',
    rail: { group: 'setup', icon: Inbox, keys: 'g f' },
  },
  {
    id: 'tags',
    path: '/etiquetas',
    load: () => import('../features/tags/tags-screen.tsx'),
    texts: ['tags'],
    ability: 'tags.manage',
    rail: { group: 'setup', icon: Tags, keys: 'g e' },
  },
  {
    id: 'closingReasons',
    path: '/motivoencerramento',
    load: () => import('../features/closing-reasons/closing-reasons-screen.tsx'),
    texts: ['closingReasons'],
    ability: 'closing-reasons.manage',
    rail: { group: 'setup', icon: CircleCheckBig, keys: 'g m' },
  },
  {
    id: 'plugins',
    path: '/plugins',
    load: () => import('../features/plugins/plugins-screen.tsx'),
    texts: ['plugins'],
    ability: 'plugins.manage',
    rail: { group: 'setup', icon: Blocks, keys: 'g p' },
  },
  {
    id: 'settings',
    path: '/configuracoes',
    load: () => import('../features/settings/settings-screen.tsx'),
    texts: ['settings'],
    ability: 'settings.manage',
    rail: { group: 'setup', icon: Settings, keys: 'g ,' },
  },
  {
    id: 'tenants',
    path: '/empresas',
    load: () => import('../features/tenants/tenants-screen.tsx'),
    texts: ['tenants'],
    ability: 'tenants.manage',
    rail: { group: 'operator', icon: Building2 },
  },
]

export const hasScreen = (path: string): boolean => screens.some((screen) => screen.path === path)
