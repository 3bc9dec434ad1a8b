import { type Content, mentionsIn } from '@recado/sdk'
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
  if (mentionsIn(content).length === 0 || (content.type !== 'text' && content.type !== 'media'))
    return { content, body }
  const tokens = mentionsIn(content)
    .map(({ token }) => token)
    .filter((token) => PHONE.test(token))
  const hide = (text: string) =>
    tokens.reduce((rest, token) => rest.replaceAll(`@${token}`, `@${maskPhone(token)}`), text)
  const mentions = mentionsIn(content).map(({ token, address, name, ...rest }) => ({
    ...rest,
    token: withoutPhone(token),
    address: { ...address, value: withoutPhone(address.value) },
    ...(name === undefined ? {} : { name: withoutPhone(name) }),
  }))
  const said = content.type === 'text' ? { ...content, text: hide(content.text) } : content
  const captioned = said.type === 'media' && said.text ? { ...said, text: hide(said.text) } : said
  return { content: { ...captioned, mentions }, body: hide(body) }
}
