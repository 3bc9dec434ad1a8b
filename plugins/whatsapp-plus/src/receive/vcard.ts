import type { ContentOf } from '@recado/sdk'
import { nameText } from './fields.ts'

type Person = ContentOf<'contact'>['contacts'][number]

const MOST_VALUES = 20
const LONGEST = 100_000

/** Name, phones and addresses of a vCard; what a stranger wrote, so nothing of it is taken for granted. */
export function readVcard(vcard: string, displayName: string | undefined): Person {
  const lines = vcard
    .slice(0, LONGEST)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .map((line) => /^(?:[^.:;]+\.)?([A-Za-z-]+)((?:;[^:]*)?):(.*)$/.exec(line))
    .filter((match) => match !== null)
  const values = (name: string) => lines.filter(([, property = '']) => property.toUpperCase() === name)
  const phones = values('TEL').flatMap(([, , parameters = '', value = '']) => {
    const known = /waid=(\d{5,20})/i.exec(parameters)?.[1]
    const phone = known ? `+${known}` : value.trim()
    return phone === '' ? [] : [phone.slice(0, 64)]
  })
  const emails = values('EMAIL').flatMap(([, , , value = '']) => nameText(value) ?? [])
  const name = nameText(displayName) ?? nameText(plain(values('FN')[0]?.[3])) ?? phones[0] ?? '?'
  return {
    name,
    phones: [...new Set(phones)].slice(0, MOST_VALUES),
    ...(emails.length > 0 ? { emails: emails.slice(0, MOST_VALUES) } : {}),
  }
}

const plain = (value: string | undefined) => value?.replace(/\\([,;\\])/g, '$1').replace(/\\n/gi, ' ')
