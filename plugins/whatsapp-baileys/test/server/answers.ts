import { type BinaryNode, S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import type { Device, Group, World } from './model.ts'
import { bytesOf, child, children, childrenOf, node } from './nodes.ts'
import type { Person } from './person.ts'

/** What comes of a question: children of its result, or an error's code. */
type Answer = BinaryNode[] | { error: number }

/** Answers an `iq` of a logged-in device as WhatsApp does; what is unknown gets an empty result. */
export async function answerTo(world: World, device: Device, iq: BinaryNode): Promise<BinaryNode> {
  const answer = await find(world, device, iq)
  const attrs = { id: iq.attrs.id, from: iq.attrs.to ?? S_WHATSAPP_NET }
  if (Array.isArray(answer)) return node('iq', { ...attrs, type: 'result' }, answer)
  return node('iq', { ...attrs, type: 'error' }, [node('error', { code: answer.error, text: 'refused' })])
}

async function find(world: World, device: Device, iq: BinaryNode): Promise<Answer> {
  const { xmlns, type } = iq.attrs
  const first = children(iq)[0]
  if (xmlns === 'encrypt') return type === 'get' ? keysAnswer(world, device, first) : keep(device, iq)
  if (xmlns === 'usync') return [usync(world, first)]
  if (xmlns === 'w:g2') return groupAnswer(world, iq)
  if (xmlns === 'w:m')
    return [node('media_conn', { auth: 'media-auth', ttl: 3600 }, [node('host', { hostname: 'mmg.whatsapp.net' })])]
  if (xmlns === 'privacy' && type === 'get') {
    return [node('privacy', {}, [node('category', { name: 'readreceipts', value: 'all' })])]
  }
  if (xmlns === 'w:sync:app:state') {
    const same = childrenOf(first, 'collection').map(({ attrs }) =>
      node('collection', { name: attrs.name, version: attrs.version }),
    )
    return [node('sync', {}, same)]
  }
  if (xmlns === 'abt') return [node('props', { hash: 'h' }, [])]
  if (xmlns === 'blocklist') return [node('list', {}, [])]
  if (xmlns === 'w:mex') return [node('result', {}, Buffer.from(JSON.stringify({ data: mex(world) })))]
  if (xmlns === 'w:profile:picture') {
    const person = personOf(world, iq.attrs.target ?? '')
    return person && world.files.has(`/picture/${person.phone}`)
      ? [node('picture', { id: '1', type: 'preview', url: `https://pps.whatsapp.net/picture/${person.phone}` })]
      : { error: 404 }
  }
  return []
}

async function keysAnswer(world: World, device: Device, asked: BinaryNode | undefined): Promise<Answer> {
  if (asked?.tag === 'count') return [node('count', { value: world.preKeyCount ?? device.preKeys.length })]
  if (asked?.tag === 'digest') return [node('digest', {}, [])]
  if (asked?.tag !== 'key') return []
  const users: BinaryNode[] = []
  for (const { attrs } of childrenOf(asked, 'user')) {
    const person = personOf(world, attrs.jid ?? '')
    if (!person) return { error: 404 }
    users.push(await person.bundle(attrs.jid ?? ''))
  }
  return [node('list', {}, users)]
}

/** Pre-keys and signed pre-keys that the device uploads. */
function keep(device: Device, iq: BinaryNode): Answer {
  const skey = child(child(iq, 'rotate') ?? iq, 'skey')
  if (skey) {
    device.bundle.signedPreKey = {
      keyId: bytesOf(child(skey, 'id')).readUIntBE(0, 3),
      publicKey: signalKey(bytesOf(child(skey, 'value'))),
      signature: bytesOf(child(skey, 'signature')),
    }
  }
  for (const key of childrenOf(child(iq, 'list'), 'key')) {
    device.preKeys.push({
      keyId: bytesOf(child(key, 'id')).readUIntBE(0, 3),
      publicKey: signalKey(bytesOf(child(key, 'value'))),
    })
  }
  return []
}

export const signalKey = (key: Uint8Array): Buffer =>
  key.length === 33 ? Buffer.from(key) : Buffer.concat([Buffer.from([5]), key])

/** Devices, LIDs and existence of the users asked for. */
function usync(world: World, asked: BinaryNode | undefined): BinaryNode {
  const wanted = new Set(children(child(asked, 'query') ?? node('query')).map(({ tag }) => tag))
  const users = childrenOf(child(asked, 'list'), 'user').map((user) => {
    const number = child(user, 'contact')?.content
    const id = user.attrs.jid ?? `${bytesOf(child(user, 'contact')).toString().replace(/\D/g, '')}@s.whatsapp.net`
    const person = personOf(world, id)
    const jid = number === undefined ? id : (person?.pnJid ?? id)
    return node('user', { jid }, [
      ...(wanted.has('devices')
        ? [node('devices', {}, [node('device-list', {}, person ? [node('device', { id: 0 })] : [])])]
        : []),
      ...(wanted.has('lid') && person ? [node('lid', { val: person.lidJid })] : []),
      ...(wanted.has('contact') ? [node('contact', { type: person?.exists ? 'in' : 'out' })] : []),
    ])
  })
  return node('usync', {}, [node('result', {}, []), node('list', {}, users)])
}

function groupAnswer(world: World, iq: BinaryNode): Answer {
  const group = world.groups.find(({ jid }) => jid === iq.attrs.to)
  if (group) return [groupNode(world, group)]
  return iq.attrs.to === '@g.us'
    ? [
        node(
          'groups',
          {},
          world.groups.map((one) => groupNode(world, one)),
        ),
      ]
    : { error: 404 }
}

export const groupNode = (world: World, group: Group): BinaryNode =>
  node(
    'group',
    {
      id: group.jid.split('@')[0],
      subject: group.subject,
      creation: 1_700_000_000,
      addressing_mode: 'lid',
      s_t: 1_700_000_000,
    },
    [...group.members, world.owner].map((person) =>
      node('participant', {
        jid: person.lidJid,
        phone_number: person.pnJid,
        type: group.admins.includes(person) ? 'admin' : undefined,
      }),
    ),
  )

/** The number asked for may lack or have the ninth digit; WhatsApp knows the right one. */
export function personOf(world: World, jid: string): Person | undefined {
  const [user = '', server] = jid.split('@')
  const name = user.split(':')[0] ?? ''
  return [...world.people, world.owner].find((person) =>
    server === 'lid' ? person.lid === name : person.phone === name || withoutNinth(person.phone) === name,
  )
}

const withoutNinth = (phone: string): string => phone.replace(/^(55\d\d)9(\d{8})$/, '$1$2')

const mex = ({ timelock }: World) => ({
  xwa2_fetch_account_reachout_timelock: {
    is_active: timelock.isActive,
    time_enforcement_ends: timelock.endsAt ? String(timelock.endsAt) : '0',
    enforcement_type: 'DEFAULT',
  },
})
