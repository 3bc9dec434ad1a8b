import { evolution } from './gateway/evolution.ts'
import { type GatewayOptions, type StandInGateway, startGateway } from './gateway/start.ts'
import { uazapi } from './gateway/uazapi.ts'
import { wuzapi } from './gateway/wuzapi.ts'

export { INSTANCE } from './gateway/evolution.ts'
export {
  type Circumstances,
  type Group,
  type Happening,
  PAIRING_CODE,
  type Person,
  type Sent,
} from './gateway/model.ts'
export { QR_TEXT } from './gateway/qr.ts'
export type { GatewayOptions, StandInGateway } from './gateway/start.ts'

/** The gateways on loopback, each with the calls, the deliveries and the odd answers of its vendor. */
export const startUazapi = (options?: GatewayOptions): Promise<StandInGateway> => startGateway(uazapi, options)
export const startWuzapi = (options?: GatewayOptions): Promise<StandInGateway> => startGateway(wuzapi, options)
export const startEvolution = (options?: GatewayOptions): Promise<StandInGateway> => startGateway(evolution, options)
