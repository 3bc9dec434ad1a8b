import { type Person, type TestChannel, until } from './app.ts'
import { inboundText, newPhone, pushEvents } from './rich-company.ts'

export interface Customer {
  name: string
  phone: string
  write(text?: string): Promise<void>
  /** Id of the ticket in which they are being served. */
  ticket(): Promise<number>
}

/** People who write on a channel, and the tickets that an admin sees of them. */
export function createCustomers(now: () => { admin: Person; channel: TestChannel }) {
  let count = 0
  return (first: string): Customer => {
    const name = `${first} Pires ${++count}`
    const phone = newPhone()
    return {
      ...{ name, phone },
      write: (text = 'oi, tem alguém aí?') => pushEvents(now().channel.hookUrl, [inboundText(phone, name, text)]),
      ticket: () =>
        until(async () => {
          const path = '/tickets?status[]=pending&status[]=open&showAll=true&pageSize=100'
          const { body } = await now().admin.api.get<{ tickets: { id: number; name: string }[] }>(path)
          return body.tickets.find((ticket) => ticket.name === name)?.id
        }),
    }
  }
}
