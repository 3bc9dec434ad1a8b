import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'

const ROLES = ['api', 'worker', 'sessions'] as const
export type Role = (typeof ROLES)[number]

const text = (description: string) => Type.Optional(Type.String({ description, maxLength: 4096 }))

/** Everything that the environment may say; `docs/operations.md` explains each. */
const Environment = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3333 }),
  HOST: Type.String({ default: '0.0.0.0' }),
  NODE_ENV: text('`production` keeps mails and details out of the log'),
  DATABASE_URL: text('PostgreSQL 15 or newer; absent: one of our own in the data folder'),
  RECADO_DATA_DIR: Type.String({ default: '.recado' }),
  RECADO_SECRET_KEY: text('32 bytes in base64; seals secrets and signs tokens'),
  RECADO_SECRET_KEY_PREVIOUS: text('the key before, while secrets are moved to the new one'),
  RECADO_ADMIN_EMAIL: text('first admin of the operator, at the first start'),
  RECADO_ADMIN_PASSWORD: text('that admin’s password; absent: made up and printed once'),
  RECADO_ROLES: Type.String({ default: ROLES.join(',') }),
  RECADO_PUBLIC_URL: text('address under which browsers and providers reach this installation'),
  RECADO_TRUST_PROXY: text('`true`, or addresses of the proxies in front'),
  RECADO_CORS_ORIGINS: text('other sites whose scripts may call the API'),
  RECADO_LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { default: 'info' }),
  RECADO_METRICS_TOKEN: text('bearer token for /metrics; absent: this machine alone'),
  RECADO_EGRESS_ALLOW: Type.String({ default: '', maxLength: 4096 }),
  RECADO_PLUGINS: text(
    'further plugins: package names or absolute paths; with a dash before the name, one to leave out',
  ),
  RECADO_DEVELOPMENT_PLUGINS: Type.Boolean({ default: false }),
  RECADO_MAIL_URL: text('smtp://… or smtps://…'),
  RECADO_MAIL_FROM: text('sender of mails'),
  RECADO_S3_BUCKET: text('files go there instead of the data folder'),
  RECADO_S3_REGION: Type.String({ default: 'us-east-1' }),
  RECADO_S3_ENDPOINT: text('another provider than AWS'),
  RECADO_S3_ACCESS_KEY: text('with RECADO_S3_SECRET_KEY; absent: the machine’s own role'),
  RECADO_S3_SECRET_KEY: text('see RECADO_S3_ACCESS_KEY'),
  RECADO_S3_PREFIX: text('put before every key'),
})

export type Config = Omit<Static<typeof Environment>, 'RECADO_SECRET_KEY' | 'RECADO_ROLES'> & {
  RECADO_SECRET_KEY: string
  roles: Role[]
  isProduction: boolean
  /** Without a slash at its end; null where nobody told and the port is not known yet. */
  publicUrl: string | null
  /** The whole environment, for the endpoints of plugins. */
  env: Readonly<Record<string, string | undefined>>
}

/** What is wrong with the environment, for the operator to read. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

/** @throws ConfigError naming the variable */
export async function readConfig(env: Record<string, string | undefined>): Promise<Config> {
  const values = checked(Environment, env)
  const dataDir = resolve(values.RECADO_DATA_DIR)
  await mkdir(dataDir, { recursive: true })
  const isProduction = values.NODE_ENV === 'production'
  return {
    ...values,
    RECADO_DATA_DIR: dataDir,
    RECADO_SECRET_KEY: await secretKey(values, dataDir),
    roles: rolesOf(values.RECADO_ROLES),
    isProduction,
    publicUrl: values.RECADO_PUBLIC_URL ? urlOf(values.RECADO_PUBLIC_URL) : null,
    env,
  }
}

function checked<S extends TSchema>(schema: S, env: Record<string, string | undefined>): Static<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const value = Value.Clean(schema, Value.Default(schema, Value.Convert(schema, given)))
  const compiled = Compile(schema)
  if (!compiled.Check(value)) {
    const [problem] = compiled.Errors(value)
    throw new ConfigError(`${problem?.instancePath.slice(1)} ${problem?.message}`)
  }
  return value
}

async function secretKey(values: Static<typeof Environment>, dataDir: string): Promise<string> {
  if (values.RECADO_SECRET_KEY) return keyOf(values.RECADO_SECRET_KEY)
  if (values.DATABASE_URL)
    throw new ConfigError('RECADO_SECRET_KEY is needed with DATABASE_URL: 32 bytes in base64, the same on all nodes')
  const file = join(dataDir, 'secret.key')
  try {
    return keyOf((await readFile(file, 'utf8')).trim())
  } catch (error) {
    if (error instanceof ConfigError || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const made = randomBytes(32).toString('base64')
  await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
  return made
}

function keyOf(text: string): string {
  if (Buffer.from(text, 'base64').length !== 32) throw new ConfigError('RECADO_SECRET_KEY is not 32 bytes in base64')
  return text
}

function rolesOf(text: string): Role[] {
  const roles = text.split(',').map((role) => role.trim())
  const unknown = roles.find((role) => !ROLES.includes(role as Role))
  if (unknown !== undefined) throw new ConfigError(`RECADO_ROLES knows api, worker and sessions, not "${unknown}"`)
  return roles as Role[]
}

function urlOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new ConfigError('RECADO_PUBLIC_URL is no http(s) address')
  return text.replace(/\/+$/, '')
}
