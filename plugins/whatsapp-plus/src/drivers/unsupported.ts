import { PluginError } from '@recado/sdk'
import type { DriverSetup } from './driver.ts'

/** What this gateway cannot, in words for the agent. */
export const unsupported = ({ t }: Pick<DriverSetup, 't'>, key: string, params: Record<string, string> = {}) =>
  new PluginError('UNSUPPORTED', { detail: t(key, params) })
