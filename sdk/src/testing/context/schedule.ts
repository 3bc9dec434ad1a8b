import type { Schedule } from '../../context.ts'
import type { TestClock } from './clock.ts'

export interface Appointment {
  name: string
  /** Epoch milliseconds. */
  when: number
  payload: unknown
}

export interface TestSchedule extends Schedule {
  /** What is still to come, soonest first. */
  pending(): Appointment[]
  /** Takes out and answers what is due by the clock; the test hands each to the definition's `onSchedule`. */
  takeDue(): Appointment[]
}

export function createTestSchedule(clock: TestClock): TestSchedule {
  const appointments = new Map<string, Appointment>()
  const pending = () => [...appointments.values()].sort((a, b) => a.when - b.when)
  return {
    async at(name, when, payload = null) {
      appointments.set(name, { name, when, payload: structuredClone(payload) })
    },
    async cancel(name) {
      appointments.delete(name)
    },
    pending,
    takeDue() {
      const due = pending().filter((appointment) => appointment.when <= clock.now())
      for (const { name } of due) appointments.delete(name)
      return due
    },
  }
}
