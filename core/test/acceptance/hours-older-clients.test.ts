import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HoursOverview, Week } from '../../src/modules/hours/contract.ts'
import { type Person, startApp, type TestApp, type TestChannel } from '../app.ts'

const SEVEN = [0, 1, 2, 3, 4, 5, 6]
const OFFICE: Week = SEVEN.map((day) => ({
  day,
  type: 'periods',
  periods: [
    { from: '08:00', to: '12:00' },
    { from: '13:00', to: '18:00' },
  ],
}))

let app: TestApp
let admin: Person
let channel: TestChannel
let queue: { id: number }
beforeAll(async () => {
  app = await startApp()
  const company = await app.newTenant()
  admin = company.admin
  channel = await company.channel()
  queue = (await admin.api.post<{ id: number }>('/queue', { name: 'Plantão', color: '#224466' })).body
  expect((await admin.api.put('/hours/company', { week: OFFICE })).status).toBe(200)
})
afterAll(() => app.close())

const overview = async () => (await admin.api.get<HoursOverview>('/hours')).body

it('older clients know and save the company’s hours', async () => {
  const week = SEVEN.map((day) => ({
    ...{ day, label: `dia ${day}`, type: 'H', hr1: '09:00', hr2: '12:00', hr3: '12:00', hr4: '17:00' },
  }))
  await admin.api.put('/tenants/business-hours', week)
  expect((await overview()).company.week[1]).toEqual({
    day: 1,
    type: 'periods',
    periods: [{ from: '09:00', to: '17:00' }],
  })
  await admin.api.put('/hours/company', { week: OFFICE })
  const { body } = await admin.api.get<{ businessHours: object[] }>('/tenants/business-hours')
  expect(body.businessHours[1]).toEqual({
    ...{ day: 1, label: 'Segunda-feira', type: 'H', hr1: '08:00', hr2: '12:00', hr3: '13:00', hr4: '18:00' },
  })
})

it('older clients know and save those of a channel or queue, and leave the company’s alone', async () => {
  const address = '/tenants/business-hours'
  const day = (number: number) => ({
    ...{ day: number, label: '', type: 'H' },
    hr1: '07:00',
    hr2: '11:00',
    hr3: '12:00',
  })
  const week = SEVEN.map((number) => ({ ...day(number), hr4: '16:00' }))
  const own = { id: queue.id, type: 'queue' }
  const saved = await admin.api.put<{ businessHours: object[] }>(address, { businessHours: week, ...own })
  expect(saved.body.businessHours[1]).toMatchObject({ type: 'H', hr1: '07:00', hr4: '16:00' })
  const { queues, company: whole } = await overview()
  expect(queues.find(({ id }) => id === queue.id)?.week?.[1]?.periods).toEqual([
    { from: '07:00', to: '11:00' },
    { from: '12:00', to: '16:00' },
  ])
  expect(whole.week).toEqual(OFFICE)
  const read = async (query: string) => (await admin.api.get<{ businessHours: object[] }>(`${address}?${query}`)).body
  expect((await read(`type=queue&id=${queue.id}`)).businessHours[1]).toMatchObject({ hr1: '07:00', hr4: '16:00' })
  expect((await read(`type=channel&id=${channel.id}`)).businessHours[1]).toMatchObject({ hr1: '08:00', hr4: '18:00' })
  expect((await admin.api.put(address, { businessHours: week, type: 'channel' })).status).toBe(400)
  expect(await admin.api.put(address, { businessHours: week, type: 'channel', id: queue.id + 10_000 })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_WAPP_FOUND' },
  })
  await admin.api.put(`/hours/queues/${queue.id}`, { week: null })
  expect(await admin.api.put('/tenants/message-business-hours', { messageBusinessHours: ' ' })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_MESSAGE_INFORMATION' },
  })
})
