import type { ChannelFeatures } from '@recado/sdk'
import {
  GalleryHorizontalEnd,
  LayoutTemplate,
  ListIcon,
  LocateFixed,
  type LucideIcon,
  MapPin,
  Plus,
  RectangleEllipsis,
  UserRound,
} from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'

export interface StructuredDialogProps {
  ticket: LiveTicket
  features: ChannelFeatures
  onClose(): void
}

interface Kind {
  id: 'template' | 'location' | 'locationRequest' | 'contact' | 'buttons' | 'list' | 'carousel'
  icon: LucideIcon
  /** Only what the channel can do is offered. */
  isOffered(features: ChannelFeatures): boolean
  Dialog: ComponentType<StructuredDialogProps>
}

// Rarely needed, so their code comes when they are opened.
const TemplateDialog = lazy(async () => ({ default: (await import('./template-dialog.tsx')).TemplateDialog }))
const LocationDialog = lazy(async () => ({ default: (await import('./location-dialog.tsx')).LocationDialog }))
const LocationRequestDialog = lazy(async () => ({
  default: (await import('./location-request-dialog.tsx')).LocationRequestDialog,
}))
const ContactCardDialog = lazy(async () => ({ default: (await import('./contact-card-dialog.tsx')).ContactCardDialog }))
const ButtonsDialog = lazy(async () => ({ default: (await import('./buttons-dialog.tsx')).ButtonsDialog }))
const ListDialog = lazy(async () => ({ default: (await import('./list-dialog.tsx')).ListDialog }))
const CarouselDialog = lazy(async () => ({ default: (await import('./carousel-dialog.tsx')).CarouselDialog }))

const KINDS: Kind[] = [
  { id: 'template', icon: LayoutTemplate, isOffered: ({ template }) => template === true, Dialog: TemplateDialog },
  { id: 'location', icon: MapPin, isOffered: ({ location }) => location === true, Dialog: LocationDialog },
  {
    id: 'locationRequest',
    icon: LocateFixed,
    isOffered: ({ locationRequest }) => locationRequest === true,
    Dialog: LocationRequestDialog,
  },
  { id: 'contact', icon: UserRound, isOffered: ({ contact }) => contact === true, Dialog: ContactCardDialog },
  // two at least, specification §5
  {
    id: 'buttons',
    icon: RectangleEllipsis,
    isOffered: ({ buttons }) => (buttons?.max ?? 0) >= 2,
    Dialog: ButtonsDialog,
  },
  { id: 'list', icon: ListIcon, isOffered: ({ list }) => (list?.maxRows ?? 0) > 0, Dialog: ListDialog },
  {
    id: 'carousel',
    icon: GalleryHorizontalEnd,
    isOffered: ({ carousel }) => (carousel?.maxCards ?? 0) > 0,
    Dialog: CarouselDialog,
  },
]

/** Messages of other kinds than text and files, as far as the channel knows them. */
export function MoreMenu({ ticket, features }: { ticket: LiveTicket; features: ChannelFeatures | null }) {
  const t = useT('attendance')
  const [open, setOpen] = useState<Kind | null>(null)
  // below a post there is nothing but text
  if (!features || ticket.postId !== null) return null
  return (
    <>
      <ActionMenu
        label={t('structured.more')}
        placement="top-start"
        trigger={<Plus size={19} />}
        actions={KINDS.filter((kind) => kind.isOffered(features)).map((kind) => ({
          id: kind.id,
          label: t(`structured.kinds.${kind.id}`),
          icon: kind.icon,
          run: () => setOpen(kind),
        }))}
      />
      <Suspense fallback={null}>
        {open && <open.Dialog ticket={ticket} features={features} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
