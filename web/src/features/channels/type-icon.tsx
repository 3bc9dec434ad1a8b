import Box from '@mui/joy/Box'
import {
  AtSign,
  Camera,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  Phone,
  Plug,
  Radio,
  Send,
} from 'lucide-react'

/** The host's set of names (`icon` of a contribution). */
const NAMED: Record<string, LucideIcon> = {
  telegram: Send,
  send: Send,
  webchat: MessageCircle,
  'message-circle': MessageCircle,
  message: MessageSquare,
  whatsapp: Phone,
  phone: Phone,
  instagram: Camera,
  camera: Camera,
  facebook: AtSign,
  messenger: AtSign,
  mail: Mail,
  fake: Radio,
  radio: Radio,
}

const isPicture = (icon: string): boolean => /^data:image\/svg\+xml[;,]/.test(icon) && icon.length <= 12_288

/** The picture of a channel's type: one of ours by name, or the plugin's own, which as an image can run nothing. */
export function TypeIcon({ type, icon, size = 40 }: { type: string; icon: string | null | undefined; size?: number }) {
  const Icon = NAMED[icon ?? ''] ?? NAMED[type] ?? Plug
  return (
    <Box
      aria-hidden
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: 8,
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'primary.softBg',
        color: 'primary.softColor',
      }}
    >
      {icon && isPicture(icon) ? (
        <img src={icon} alt="" width={size * 0.55} height={size * 0.55} />
      ) : (
        <Icon size={Math.round(size * 0.5)} />
      )}
    </Box>
  )
}
