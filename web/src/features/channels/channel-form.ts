import { type Channel, channelsContract } from '@recado/core/modules/channels/contract'
import type { ChannelType } from '@recado/core/modules/plugins/contract'
import { type TSchema, Type } from 'typebox'
import { call } from '../../lib/http/client.ts'
import { checkDraft, type Draft, draftOf, payloadOf } from '../../plugin-ui/draft.ts'
import type { Problems } from '../../ui/form/problems.ts'

const { create, update } = channelsContract.routes

/** Settings stand apart: their problems are named `settings.<field>`. */
export const PREFIX = 'settings.'

export const RATING_CHOICES = ['company', 'on', 'off'] as const
export type RatingChoice = (typeof RATING_CHOICES)[number]
const RATING_ENABLED = { company: null, on: true, off: false } as const

export interface ChannelValues {
  name: string
  isDefault: boolean
  queueId: number | null
  userId: number | null
  greetingMessage: string
  farewellMessage: string
  transferMessage: string
  acceptMessage: string
  absenceMessage: string
  autoCloseMinutes: number | null
  autoCloseMessage: string
  autoPendingMinutes: number | null
  rating: RatingChoice
  ratingMessage: string
  ratingThanksMessage: string
  ratingInvalidMessage: string
  ratingExpiryMessage: string
  ratingIntervalHours: number | null
  ratingWaitMinutes: number | null
  ignoreGroups: boolean
  /** Undefined keeps what is stored, null clears it. */
  callTokens: string[] | null | undefined
  settings: Draft
}

const { settings: _settings, type: _type, ...core } = create.body.properties

export const coreSchema = Type.Object(core)

/** The panel of a type; empty for people or plugins without one. */
export const settingsSchema = (type: ChannelType | undefined): TSchema =>
  (type?.settings as TSchema | undefined) ?? Type.Object({})

export const initialOf = (channel: Channel | null, type: ChannelType | undefined): ChannelValues => ({
  name: channel?.name ?? '',
  isDefault: channel?.isDefault ?? false,
  queueId: channel?.queueId ?? null,
  userId: channel?.userId ?? null,
  greetingMessage: channel?.greetingMessage ?? '',
  farewellMessage: channel?.farewellMessage ?? '',
  transferMessage: channel?.transferMessage ?? '',
  acceptMessage: channel?.acceptMessage ?? '',
  absenceMessage: channel?.absenceMessage ?? '',
  autoCloseMinutes: channel?.autoCloseMinutes ?? null,
  autoCloseMessage: channel?.autoCloseMessage ?? '',
  autoPendingMinutes: channel?.autoPendingMinutes ?? null,
  rating: RATING_CHOICES.find((choice) => RATING_ENABLED[choice] === (channel?.ratingEnabled ?? null)) ?? 'company',
  ratingMessage: channel?.ratingMessage ?? '',
  ratingThanksMessage: channel?.ratingThanksMessage ?? '',
  ratingInvalidMessage: channel?.ratingInvalidMessage ?? '',
  ratingExpiryMessage: channel?.ratingExpiryMessage ?? '',
  ratingIntervalHours: channel?.ratingIntervalHours ?? null,
  ratingWaitMinutes: channel?.ratingWaitMinutes ?? null,
  ignoreGroups: channel?.ignoreGroups ?? true,
  callTokens: undefined,
  settings: draftOf(settingsSchema(type), channel?.settings),
})

export const checkChannel =
  (type: ChannelType | undefined) =>
  ({ settings }: ChannelValues): Problems =>
    Object.fromEntries(
      Object.entries(checkDraft(settingsSchema(type), settings)).map(([name, problem]) => [PREFIX + name, problem]),
    )

export function saveChannel(
  channel: Channel | null,
  type: ChannelType | undefined,
  { settings, rating, callTokens, ...values }: ChannelValues,
): Promise<Channel> {
  const body = {
    ...values,
    ratingEnabled: RATING_ENABLED[rating],
    ...(callTokens === undefined ? {} : { callTokens }),
    name: values.name.trim(),
    ...(type ? { settings: payloadOf(settingsSchema(type), settings) } : {}),
  }
  return channel
    ? call(update, { params: { id: channel.id }, body })
    : call(create, { body: { ...body, type: type?.type ?? '' } })
}
