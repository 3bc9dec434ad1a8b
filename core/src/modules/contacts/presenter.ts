import type { FileUrl } from '../auth/index.ts'
import type { Contact, ContactRow } from './contract.ts'
import { maskPhone, phoneVariants } from './phone.ts'
import type { ContactRecord } from './repo.ts'

export interface ContactView {
  showPhones: boolean
  fileUrl: FileUrl
}

const PHONE_KINDS = new Set(['phone', 'pn'])

export const shownPhone = (number: string, showPhones: boolean): string => (showPhones ? number : maskPhone(number))

/** A contact that never told a name goes by its number, in one spelling or the other. */
export const shownName = ({ name, number }: { name: string; number: string | null }, showPhones: boolean): string =>
  number !== null && phoneVariants(number).includes(name.replace(/\D/g, '')) ? shownPhone(name, showPhones) : name

export function presentContact(record: ContactRecord, { showPhones, fileUrl }: ContactView): Contact {
  const addressOf = (...kinds: string[]) =>
    record.addresses.find((address) => kinds.includes(address.kind))?.value ?? null
  const { number } = record
  return {
    id: record.id,
    tenantId: record.tenantId,
    name: shownName(record, showPhones),
    number: number === null ? null : shownPhone(number, showPhones),
    email: record.email,
    profilePicUrl: record.profilePicId === null ? null : fileUrl(record.tenantId, record.profilePicId),
    pushname: record.pushname === null ? null : shownName({ name: record.pushname, number }, showPhones),
    telegramId: addressOf('telegram'),
    messengerId: addressOf('psid', 'messenger'),
    instagramPK: addressOf('igsid', 'instagram'),
    isUser: !record.isGroup,
    isWAContact: record.addresses.some((address) => PHONE_KINDS.has(address.kind) || address.kind === 'lid'),
    isGroup: record.isGroup,
    isBlocked: record.isBlocked,
    disableBot: record.disableBot,
    disableCampaign: record.disableCampaign,
    disableCrm: record.disableCrm,
    ignore: record.ignore,
    disableRating: record.disableRating,
    disableTranscription: record.disableTranscription,
    extraInfo: record.extraInfo,
    tags: record.tags.map(({ id, name, color, isActive }) => ({ id, tag: name, name, color, isActive })),
    wallets: record.wallets,
    addresses: record.addresses.map(({ id, kind, scope, value }) => ({
      id,
      kind,
      value: PHONE_KINDS.has(kind) ? shownPhone(value, showPhones) : value,
      channelId: scope === 0 ? null : scope,
    })),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  }
}

export function presentContactRow(record: ContactRecord, view: ContactView): ContactRow {
  const { wallets } = record
  return {
    ...presentContact(record, view),
    wallet: wallets.length === 0 ? null : wallets.map((owner) => owner.name).join(', '),
    walletId: wallets[0]?.id ?? null,
  }
}
