/** A fixed place that a plugin may call. */
export interface Endpoint {
  /** Base address without a trailing slash. */
  base: string
  /** The operator put it there (`RECADO_ENDPOINT_…`): it may be on this machine or a private network. */
  byOperator: boolean
}

/**
 * The endpoints of a plugin's manifest after the operator's overrides: `RECADO_ENDPOINT_<PLUGIN>_<NAME>`, dashes as
 * underscores.
 * @throws Error when an override is not a web address
 */
export function endpointsOf(
  pluginId: string,
  declared: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, Endpoint> {
  const entries = Object.entries(declared).map(([name, address]): [string, Endpoint] => {
    const variable = `RECADO_ENDPOINT_${pluginId}_${name}`.toUpperCase().replaceAll('-', '_')
    const override = env[variable]
    if (override && !/^https?:$/.test(URL.canParse(override) ? new URL(override).protocol : ''))
      throw new Error(`${variable} is not a web address`)
    return [name, { base: (override || address).replace(/\/+$/, ''), byOperator: Boolean(override) }]
  })
  return Object.fromEntries(entries)
}
