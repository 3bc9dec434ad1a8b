import type { Contact } from '@recado/core/modules/contacts/contract'
import { AtSign, Camera, Hash, type LucideIcon, MessageCircle, MessagesSquare, Phone, Send } from 'lucide-react'
import { formatPhone } from '../lib/format/phone.ts'

export type AddressFamily =
  | 'phone'
  | 'lid'
  | 'bsuid'
  | 'waGroup'
  | 'facebook'
  | 'instagram'
  | 'telegram'
  | 'site'
  | 'other'

const FAMILIES: Record<string, AddressFamily> = {
  phone: 'phone',
  pn: 'phone',
  lid: 'lid',
  bsuid: 'bsuid',
  'wa-group': 'waGroup',
  psid: 'facebook',
  messenger: 'facebook',
  igsid: 'instagram',
  instagram: 'instagram',
  telegram: 'telegram',
  webchat: 'site',
  visitor: 'site',
}
const ICONS: Record<AddressFamily, LucideIcon> = {
  phone: Phone,
  lid: Hash,
  bsuid: Hash,
  waGroup: MessagesSquare,
  facebook: AtSign,
  instagram: Camera,
  telegram: Send,
  site: MessageCircle,
  other: Hash,
}

type Address = Contact['addresses'][number]

export interface ShownAddress {
  id: number
  family: AddressFamily
  icon: LucideIcon
  /** As the channel's plugin names it; for kinds without words of ours. */
  kind: string
  text: string
  /** Where it exists on one channel only. */
  channelId: number | null
}

/** Numbers that are masked for this person stay as they come. */
const shownText = (family: AddressFamily, value: string): string =>
  family === 'phone' && /^\d+$/.test(value) ? formatPhone(value) : value

const order = Object.keys(ICONS)

/** Phones first, since people know them by heart, then kind by kind. */
export const shownAddresses = (addresses: readonly Address[]): ShownAddress[] =>
  addresses
    .map(({ id, kind, value, channelId }) => {
      const family = FAMILIES[kind] ?? 'other'
      return { id, family, icon: ICONS[family], kind, text: shownText(family, value), channelId }
    })
    .toSorted((a, b) => order.indexOf(a.family) - order.indexOf(b.family) || a.id - b.id)
