import type { Answer } from '../app.ts'
import type { Tab } from './model.ts'
import type { LivePerson, StandingTicket, World } from './world.ts'

interface Row {
  id: number
}

const STATUSES = 'status[]=open&status[]=pending&status[]=closed&pageSize=100'

const TAB_QUERIES: Record<Tab, string> = {
  open: 'status[]=open&isGroup=false&inBot=false',
  pending: 'status[]=pending&isGroup=false&inBot=false&snoozed=false',
  snoozed: 'status[]=pending&isGroup=false&inBot=false&snoozed=true',
  chatbot: 'status[]=open&status[]=pending&isGroup=false&inBot=true',
  groups: 'status[]=open&status[]=pending&isGroup=true',
  closed: 'status[]=closed&isGroup=false',
}

export const TABS = Object.keys(TAB_QUERIES) as Tab[]

const idsOf = ({ status, body }: Answer<{ tickets: Row[] }>): number[] => {
  if (status !== 200) throw new Error(`a list answered ${status}`)
  return body.tickets.map(({ id }) => id).sort((a, b) => a - b)
}

const list = async (person: LivePerson, query: string) =>
  idsOf(await person.api.get<{ tickets: Row[] }>(`/tickets?${query}`))

/** Ids of the tickets for which a question about one of them is answered with 200. */
async function answered(
  standing: StandingTicket[],
  ask: (ticket: StandingTicket) => Promise<Answer<unknown>>,
): Promise<number[]> {
  const answers = await Promise.all(
    standing.map(async (ticket) => ({ id: ticket.id, status: (await ask(ticket)).status })),
  )
  return answers.filter(({ status }) => status === 200).map(({ id }) => id)
}

/** Every way to learn of a ticket, by name; each answers the ids that it gives away. */
export function waysToKnow({ heard }: World, person: LivePerson, standing: StandingTicket[]) {
  const { api } = person
  const known = new Set(standing.map(({ id }) => id))
  return {
    'list of everything': () => list(person, `${STATUSES}&showAll=true`),
    'search by name': () => list(person, `${STATUSES}&showAll=true&searchParam=pessoa`),
    'search by id': async () => {
      const found = await Promise.all(
        standing.map(({ id }) => list(person, `${STATUSES}&showAll=true&searchParam=${id}`)),
      )
      return standing.filter(({ id }, n) => found[n]?.includes(id)).map(({ id }) => id)
    },
    'history of contacts': async () => {
      const lists = standing.map(({ contactId }) => list(person, `${STATUSES}&showAll=true&contactId=${contactId}`))
      return (await Promise.all(lists)).flat()
    },
    'the ticket': () => answered(standing, ({ id }) => api.get(`/tickets/${id}`)),
    log: () => answered(standing, ({ id }) => api.get(`/tickets/${id}/logs`)),
    notes: () => answered(standing, ({ id }) => api.get(`/tickets/${id}/notes`)),
    'list of notes': async () => {
      const { body } = await api.get<{ notes: { ticketId: number }[] }>('/notes?pageSize=100')
      return body.notes.flatMap(({ ticketId }) => (known.has(ticketId) ? ticketId : []))
    },
    why: () => answered(standing, ({ id }) => api.get(`/tickets/${id}/why`)),
    window: () => answered(standing, ({ id }) => api.get(`/messages/window/${id}`)),
    notifications: async () => {
      const { body } = await api.get<{ notifications: { ticketId: number | null }[] }>('/notifications?pageSize=100')
      return body.notifications.flatMap(({ ticketId }) => (ticketId !== null && known.has(ticketId) ? ticketId : []))
    },
    /** Of what `World.end` did; asked after it. */
    heardOfDeletion: () =>
      heard(person, 'ticketList').flatMap((payload) => {
        const { type, payload: about } = payload as { type: string; payload: { id: number } }
        return type === 'ticket:delete' && known.has(about.id) ? about.id : []
      }),
  }
}

export const listedIn = (person: LivePerson, tab: Tab, showAll: boolean): Promise<number[]> =>
  list(person, `${TAB_QUERIES[tab]}&pageSize=100&showAll=${showAll}`)

export async function countsOf(person: LivePerson, showAll: boolean): Promise<Record<Tab, number>> {
  return (await person.api.get<Record<Tab, number>>(`/user/counttickets?showAll=${showAll}`)).body
}

/** Live tickets behind the figures of the dashboard. */
export async function figuredFor({ api }: LivePerson): Promise<number[]> {
  const figures = ['open', 'pending', 'snoozed', 'chatbot', 'groups']
  const rows = await Promise.all(
    figures.map((figure) => api.get<{ tickets: Row[] }>(`/dashboard/tickets?figure=${figure}`)),
  )
  return [...new Set(rows.flatMap(idsOf))]
}

export const unreadOf = async (person: LivePerson): Promise<number> =>
  (await person.api.get<{ unread: number }>('/count/messages')).body.unread

/** Every way to what was said in tickets, by name; each answers the ids of those tickets. */
export const waysToRead = ({ api }: LivePerson, standing: StandingTicket[]) => ({
  messages: () => answered(standing, ({ id }) => api.get(`/messages/${id}`)),
  files: () => answered(standing, ({ mediaId }) => api.get(`/media/${mediaId}`)),
  search: async () => {
    const path = '/messages-search?searchParam=recado&pageSize=100'
    const { body } = await api.get<{ messages: { ticketId: number }[] }>(path)
    return body.messages.map(({ ticketId }) => ticketId)
  },
})

/** Live tickets to whose contacts a message may be passed on. */
export async function forwardedTo(person: LivePerson, source: StandingTicket, targets: StandingTicket[]) {
  const reached: number[] = []
  for (const { id, contactId } of targets) {
    const { status } = await person.api.post('/forward-messages', {
      messages: [{ id: source.messageId }],
      contact: { id: contactId },
    })
    if (status === 200) reached.push(id)
  }
  return reached
}

/** Tickets whose room the socket may enter. A socket may say 50 things in ten seconds. */
export async function enteredBy({ socket }: LivePerson, standing: StandingTicket[]): Promise<number[]> {
  const entered: number[] = []
  for (const { id } of standing) {
    const answer: { ok: boolean } = await socket.timeout(10_000).emitWithAck('joinChatBox', id)
    if (answer.ok) entered.push(id)
  }
  return entered
}

/** Whether a ticket is given out as a file; few of them may be asked for. */
export const isPrinted = async ({ api }: LivePerson, { id }: StandingTicket): Promise<boolean> =>
  (await api.get(`/messages/pdf/${id}`)).status === 200
