import { buildWhenStale } from '../../../tools/build-when-stale.ts'

/** The journeys look at what people get: the built application and the built widget. */
export default buildWhenStale
