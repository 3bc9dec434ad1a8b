import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { type Harness, startHarness } from '../../../test/harness.ts'
import { untilHeldUp } from '../../../test/held-up.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemScope } from '../../platform/db/scope.ts'
import { createNotify, type Notice } from './notify.ts'

let harness: Harness
let company: TestCompany
beforeAll(async () => {
  harness = await startHarness()
  company = await makeCompany(harness.db)
})
afterAll(() => harness.close())

it('tells once of what one unread notice is enough for, also when it comes twice at the same moment', async () => {
  const { uow, system } = harness.db
  const notify = createNotify({
    clock: systemClock,
    realtime: { publish: () => undefined },
    kickIn: async () => undefined,
  })
  const { id } = await company.user()
  const scope = systemScope(company.tenantId, 'test')
  const told = (cause: string): Notice => ({
    ...{ userIds: [id], kind: 'message.failed', params: {}, link: null, subject: 'failed:1', cause, onceUnread: true },
  })
  const { other } = await uow.run(scope, async (tx) => {
    await notify(tx, told('um'))
    const other = uow.run(scope, (second) => notify(second, told('dois')))
    await untilHeldUp(harness.db, other)
    return { other }
  })
  await other
  expect(await system.notification.count({ where: { tenantId: company.tenantId } })).toBe(1)
})
