import { notificationsContract, type PreferencesWrite } from '@recado/core/modules/notifications/contract'
import { useMutation } from '@tanstack/react-query'
import { notices } from '../../entities/notices.ts'
import { call } from '../../lib/http/client.ts'

/** Each choice is saved at once; a refusal shows and takes back what was shown. */
export function useSavePreferences() {
  return useMutation({
    mutationFn: (body: PreferencesWrite) => call(notificationsContract.routes.savePreferences, { body }),
    onMutate: ({ events, volume, quietHours }) => {
      const before = notices.preferences
      notices.setPreferences({
        ...before,
        events: { ...before.events, ...events },
        volume: volume ?? before.volume,
        quietHours: quietHours ?? before.quietHours,
      })
      return before
    },
    onSuccess: (saved) => notices.setPreferences(saved),
    onError: (_error, _body, before) => {
      if (before) notices.setPreferences(before)
    },
    scope: { id: 'notification-preferences' },
  }).mutate
}
