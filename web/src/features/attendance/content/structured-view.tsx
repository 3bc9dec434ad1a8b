import Box from '@mui/joy/Box'
import Link from '@mui/joy/Link'
import type { Content, ContentOf } from '@recado/sdk'
import { CircleHelp, ClipboardList, ListIcon, MapPin, UserRound, Vote } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { formatPhone } from '../../../lib/format/phone.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { RichView } from './rich-view.tsx'

type Structured = Exclude<Content, { type: 'text' } | { type: 'media' }>

/** Everything that is neither text nor a file, as the customer saw it; nothing of it can be pressed here. */
export function StructuredView({ content }: { content: Structured }) {
  const t = useT('attendance')
  switch (content.type) {
    case 'location': {
      const { latitude, longitude, name, address } = content
      return (
        <Card icon={<MapPin size={20} aria-hidden />} title={name ?? t('kinds.location')} note={address}>
          <Link
            href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`}
            target="_blank"
            rel="noopener noreferrer"
            level="body-xs"
            underline="always"
            sx={{ color: 'inherit' }}
          >
            {t('content.openMap')}
          </Link>
        </Card>
      )
    }
    case 'contact':
      return (
        <Stacked>
          {content.contacts.map((person) => (
            <Card
              key={`${person.name}-${person.phones.join()}`}
              icon={<UserRound size={20} aria-hidden />}
              title={person.name}
            >
              {[...person.phones.map((phone) => formatPhone(phone) || phone), ...(person.emails ?? [])].map((line) => (
                <Box key={line} className="tabular" sx={{ fontSize: 'xs' }}>
                  {line}
                </Box>
              ))}
            </Card>
          ))}
        </Stacked>
      )
    case 'buttons':
      return (
        <Stacked>
          <RichView text={content.text} />
          {content.footer && <Box sx={{ fontSize: 'xs', opacity: 0.8 }}>{content.footer}</Box>}
          <Options labels={content.buttons.map(({ label }) => label)} />
        </Stacked>
      )
    case 'list':
      return (
        <Stacked>
          <RichView text={content.text} />
          <Card icon={<ListIcon size={18} aria-hidden />} title={content.open}>
            {content.sections.flatMap(({ title, rows }) => [
              title && (
                <Box key={`title-${title}`} sx={{ fontSize: 'xs', fontWeight: 600, mt: 1 }}>
                  {title}
                </Box>
              ),
              ...rows.map((row) => (
                <Box key={row.id} sx={{ fontSize: 'xs' }}>
                  {row.label}
                  {row.description && ` – ${row.description}`}
                </Box>
              )),
            ])}
          </Card>
        </Stacked>
      )
    case 'carousel':
      return (
        <Stacked>
          {content.text && <RichView text={content.text} />}
          <Box
            tabIndex={0}
            role="group"
            aria-label={t('content.cards')}
            sx={{ display: 'flex', gap: 2, overflowX: 'auto', pb: 1 }}
          >
            {content.cards.map((card) => (
              <Box key={card.title} sx={{ ...cardStyles, width: 180, flexShrink: 0 }}>
                <Box sx={{ fontSize: 'sm', fontWeight: 600 }}>{card.title}</Box>
                {card.text && <Box sx={{ fontSize: 'xs' }}>{card.text}</Box>}
                <Options labels={card.buttons.map(({ label }) => label)} />
              </Box>
            ))}
          </Box>
        </Stacked>
      )
    case 'template':
      return (
        <Stacked>
          <Box sx={{ fontSize: 'xs', opacity: 0.8 }}>{t('content.template', { name: content.name })}</Box>
          {content.text === undefined ? (
            Object.entries(content.variables).map(([name, value]) => (
              <Box key={name} sx={{ fontSize: 'sm' }}>
                {value}
              </Box>
            ))
          ) : (
            <RichView text={content.text} />
          )}
        </Stacked>
      )
    case 'choice':
      return (
        <Stacked>
          <Box sx={{ fontSize: 'xs', opacity: 0.8 }}>{t('content.choice')}</Box>
          <RichView text={content.text} />
        </Stacked>
      )
    case 'poll':
      return (
        <Stacked>
          <Card icon={<Vote size={20} aria-hidden />} title={content.question} />
          <Options labels={content.options} />
        </Stacked>
      )
    case 'location-request':
      return (
        <Stacked>
          <RichView text={content.text} />
          <Options labels={[t('content.locationRequest')]} />
        </Stacked>
      )
    case 'form':
      return (
        <Card icon={<ClipboardList size={20} aria-hidden />} title={content.title ?? t('content.form')}>
          <Box component="dl" sx={{ m: 0, fontSize: 'xs' }}>
            {distinct(content.fields).map(({ label, value }) => (
              <Fragment key={`${label}: ${value}`}>
                <Box component="dt" sx={{ fontWeight: 600, mt: 0.5 }}>
                  {label}
                </Box>
                <Box component="dd" sx={{ m: 0 }}>
                  {value}
                </Box>
              </Fragment>
            ))}
          </Box>
        </Card>
      )
    case 'unsupported':
      return <Card icon={<CircleHelp size={20} aria-hidden />} title={t('content.unsupported')} note={content.what} />
  }
}

/** The same answer twice says nothing more. */
const distinct = (fields: ContentOf<'form'>['fields']) => [
  ...new Map(fields.map((field) => [`${field.label}: ${field.value}`, field])).values(),
]

const Stacked = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>{children}</Box>
)

interface CardProps {
  icon: ReactNode
  title: string
  note?: string | undefined
  children?: ReactNode
}

const Card = ({ icon, title, note, children }: CardProps) => (
  <Box sx={{ ...cardStyles, display: 'flex', gap: 3, width: 264 }}>
    {icon}
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontSize: 'sm', fontWeight: 550 }}>{title}</Box>
      {note && <Box sx={{ fontSize: 'xs', opacity: 0.85 }}>{note}</Box>}
      {children}
    </Box>
  </Box>
)

const Options = ({ labels }: { labels: readonly string[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
    {labels.map((label) => (
      <Box
        component="li"
        key={label}
        sx={{
          px: 2,
          py: 1,
          borderRadius: 6,
          border: '1px solid',
          borderColor: 'divider',
          fontSize: 'xs',
          textAlign: 'center',
          fontWeight: 550,
        }}
      >
        {label}
      </Box>
    ))}
  </Box>
)

const cardStyles = {
  maxWidth: '100%',
  p: 2,
  borderRadius: 6,
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.surface',
  color: 'text.primary',
}
