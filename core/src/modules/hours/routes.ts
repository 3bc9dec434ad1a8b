import type { Handlers } from '../../platform/http/bind.ts'
import type { hoursContract } from './contract.ts'
import type { HoursService } from './service.ts'

export const hoursRoutes = (service: HoursService): Handlers<typeof hoursContract> => ({
  overview: ({ scope }) => service.overview(scope),
  saveCompany: ({ scope, body }) => service.saveCompany(scope, body),
  saveChannel: ({ scope, params, body }) => service.saveChannel(scope, params.id, body),
  saveQueue: ({ scope, params, body }) => service.saveQueue(scope, params.id, body),
  check: ({ scope, query }) => service.check(scope, query),
  holidays: ({ scope, query }) => service.holidays(scope, query),
  createHoliday: ({ scope, body }) => service.createHoliday(scope, body),
  importNational: ({ scope }) => service.importNational(scope),
  updateHoliday: ({ scope, params, body }) => service.updateHoliday(scope, params.id, body),
  async removeHoliday({ scope, params }) {
    await service.removeHoliday(scope, params.id)
    return { message: 'Holiday deleted' }
  },
})
