import type { Content } from '@recado/sdk'
import { maskPhone } from '../contacts/index.ts'

const PHONE = /^\+?[\d\s()-]{8,}$/

/** A name as those see it from whom phone numbers are hidden: people without a name go by their number. */
export const withoutPhone = (name: string): string => (PHONE.test(name) ? maskPhone(name) : name)

interface Said {
  content: Content
  body: string
}

/** What somebody said without the phone numbers of the group's members whom it names. */
export function withoutPhones({ content, body }: Said): Said {
  if (content.type !== 'text' || !content.mentions?.length) return { content, body }
  const tokens = content.mentions.map(({ token }) => token).filter((token) => PHONE.test(token))
  const hide = (text: string) =>
    tokens.reduce((rest, token) => rest.replaceAll(`@${token}`, `@${maskPhone(token)}`), text)
  const mentions = content.mentions.map(({ token, address, name, ...rest }) => ({
    ...rest,
    token: withoutPhone(token),
    address: { ...address, value: withoutPhone(address.value) },
    ...(name === undefined ? {} : { name: withoutPhone(name) }),
  }))
  return { content: { ...content, text: hide(content.text), mentions }, body: hide(body) }
}
