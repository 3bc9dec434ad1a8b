export { type ClientOptions, createEgress, type Egress, type EgressOptions } from './egress.ts'
export { type Endpoint, endpointsOf } from './endpoints.ts'
export { createPolicy, type EgressPolicy, type Resolver } from './policy.ts'
