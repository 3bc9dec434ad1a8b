import { internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { found } from '../../lib/format/fold.ts'
import { call } from '../../lib/http/client.ts'
import { i18n, loadNamespaces } from '../../lib/i18n/i18n.ts'
import type { PaletteSource } from '../../lib/palette/registry.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { addressOf, keyOf } from './place.ts'
import { conversations } from './state/conversations.ts'

const go = (key: Parameters<typeof addressOf>[0]) => {
  window.location.hash = `#${addressOf(key)}`
}

/** Groups of this person and people of the company, to talk to. */
export const colleagueSource: PaletteSource = {
  id: 'internal-chat',
  order: 28,
  title: () => i18n.t('common:screens.internalChat'),
  async fetch(text, signal) {
    const [{ users }] = await Promise.all([
      call(internalChatContract.routes.people, { query: { searchParam: text, pageSize: 6 }, signal, quiet: true }),
      loadNamespaces(['internalChat']),
    ])

    const groups = conversations.sorted.filter(({ groupId, name }) => groupId !== null && found(name, text))
    return [
      ...groups.slice(0, 4).map((group) => ({
        id: `chat-${keyOf(group)}`,
        label: group.name,
        hint: i18n.t('internalChat:people', { count: group.memberCount }),
        icon: <Avatar name={group.name} size={24} />,
        run: () => go(keyOf(group)),
      })),
      ...users.map(({ id, name, profilePicUrl }) => ({
        id: `chat-u${id}`,
        label: name,
        hint: i18n.t('internalChat:person'),
        icon: <Avatar name={name} src={profilePicUrl} size={24} />,
        run: () => go(`u${id}`),
      })),
    ]
  },
}
