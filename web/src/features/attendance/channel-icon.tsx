import { AtSign, Camera, type LucideIcon, Mail, MessageCircle, MessageSquare, Phone, Plug, Send } from 'lucide-react'

const FAMILIES: [RegExp, LucideIcon][] = [
  [/telegram/, Send],
  [/webchat|site/, MessageCircle],
  [/whats|waba|uazapi|wuzapi|evolution|baileys/, Phone],
  [/instagram/, Camera],
  [/facebook|messenger/, AtSign],
  [/mail/, Mail],
  [/sms|fake/, MessageSquare],
]

export const channelIcon = (type: string): LucideIcon => FAMILIES.find(([family]) => family.test(type))?.[1] ?? Plug

/** Through what a ticket came, as a small sign beside its name. */
export function ChannelIcon({ type, size = 13 }: { type: string; size?: number }) {
  const Icon = channelIcon(type)
  return (
    <span aria-hidden className="small-mark">
      <Icon size={size} />
    </span>
  )
}
