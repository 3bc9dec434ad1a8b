import { list, record, records, text } from '@recado/loose-json'
import {
  type ActionDefinition,
  type ChannelContext,
  choiceField,
  fileField,
  multilineField,
  type Step,
  textField,
} from '@recado/sdk'
import { Type } from 'typebox'
import { defined } from '../defined.ts'
import { mediaInfo } from '../send/upload.ts'
import { uploadToApp } from '../templates/sample.ts'
import { type Draft, withDraft } from './draft.ts'

/** Graph API, WhatsApp Business Profile. */
const MOST = { about: 139, description: 512, address: 256, email: 128, website: 256 } as const
const FIELDS = 'about,address,description,email,websites,vertical'
const PICTURES = new Set(['image/jpeg', 'image/png'])
const TRADES = [
  ...['OTHER', 'AUTO', 'BEAUTY', 'APPAREL', 'EDU', 'ENTERTAIN', 'EVENT_PLAN', 'FINANCE', 'GROCERY', 'GOVT', 'HOTEL'],
  ...['HEALTH', 'NONPROFIT', 'PROF_SERVICES', 'RETAIL', 'TRAVEL', 'RESTAURANT', 'NOT_A_BIZ'],
]

const line = (name: keyof typeof MOST, label: string, order: number, help?: string) =>
  Type.Optional(textField({ label, maxLength: MOST[name], order, ...(help ? { help } : {}) }))

const form = Type.Object({
  about: line('about', 'profile.about', 1, 'profile.about.help'),
  description: Type.Optional(multilineField({ label: 'profile.description', maxLength: MOST.description, order: 2 })),
  address: line('address', 'profile.address', 3),
  email: line('email', 'profile.email', 4),
  website: line('website', 'profile.website', 5, 'profile.website.help'),
  website2: line('website', 'profile.website2', 6),
  vertical: Type.Optional(
    choiceField({
      label: 'profile.vertical',
      choices: Object.fromEntries(TRADES.map((trade) => [trade, `profile.vertical.${trade}`])),
      order: 7,
    }),
  ),
  picture: Type.Optional(fileField({ label: 'profile.picture', help: 'profile.picture.help', order: 8 })),
})

/** What customers see of the number: read from Meta, changed and written back. */
export const profile: ActionDefinition<ChannelContext> = {
  label: 'action.profile',
  run: (ctx, input, signal) =>
    withDraft(ctx, input, (draft) =>
      input.step === 'save' ? save(draft, input.values ?? {}, signal) : question(draft, signal),
    ),
}

async function question({ ctx, cloud }: Draft, signal: AbortSignal): Promise<Step> {
  const answer = await cloud.graph.call(`${cloud.phone}/whatsapp_business_profile`, {
    query: { fields: FIELDS },
    signal,
  })
  const told = record(records(answer.data)[0])
  const [website, website2] = list(told.websites).map(text)
  const vertical = TRADES.find((trade) => trade === told.vertical)
  const { about, description, address, email } = told
  const values = defined({
    about: text(about),
    description: text(description),
    address: text(address),
    email: text(email),
    website,
    website2,
    vertical,
  })
  return {
    type: 'form',
    step: 'save',
    title: ctx.t('action.profile'),
    schema: form,
    submit: ctx.t('profile.submit'),
    values,
  }
}

async function save({ ctx, cloud }: Draft, values: Record<string, unknown>, signal: AbortSignal): Promise<Step> {
  const said = (name: string, most: number) => (text(values[name]) ?? '').trim().slice(0, most)
  const websites = ['website', 'website2'].map((name) => said(name, MOST.website)).filter(Boolean)
  const wrong = websites.find((website) => !/^https?:\/\//i.test(website) || !URL.canParse(website))
  if (wrong) return { type: 'error', message: ctx.t('profile.badWebsite', { address: wrong }), field: 'website' }
  const about = said('about', MOST.about)
  const picture = text(values.picture)
  const info = picture ? await mediaInfo(ctx, { id: picture }) : null
  if (info && !PICTURES.has(info.mimeType))
    return { type: 'error', message: ctx.t('profile.badPicture'), field: 'picture' }
  const json = {
    messaging_product: 'whatsapp',
    description: said('description', MOST.description),
    address: said('address', MOST.address),
    email: said('email', MOST.email),
    websites,
    // Meta takes no empty ones of these: what is left empty stays
    ...(about ? { about } : {}),
    ...(TRADES.some((trade) => trade === values.vertical) ? { vertical: values.vertical } : {}),
    ...(info ? { profile_picture_handle: await uploadToApp({ ctx, cloud }, info, signal) } : {}),
  }
  await cloud.graph.call(`${cloud.phone}/whatsapp_business_profile`, { json, signal })
  return { type: 'done', message: ctx.t('profile.done') }
}
