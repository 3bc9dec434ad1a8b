import { metaFields } from '@recado/meta-messaging'
import { Type } from 'typebox'

export const settings = Type.Object(
  metaFields(
    {
      login: 'settings.access.login',
      token: 'settings.access.token',
      instagram: 'settings.access.instagram',
    },
    ['token', 'instagram'],
  ),
)
