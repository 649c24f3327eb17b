import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { directoryOf, directoryVariables } from './directory-env.ts'
import { objectsOf, objectVariables } from './objects-env.ts'
import { StartError } from './start-error.ts'

const port = z.coerce
  .number({ error: 'must be a whole number from 1 to 65535' })
  .int({ error: 'must be a whole number from 1 to 65535' })
  .min(1, { error: 'must be a whole number from 1 to 65535' })
  .max(65_535, { error: 'must be a whole number from 1 to 65535' })
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address starting with http:// or https://',
})
/** Every address of the portal begins at the root of its host. */
const isWhole = (address: string) => {
  // What is no address at all is told by its own rule.
  if (!URL.canParse(address)) return true
  const { pathname, search, hash } = new URL(address)
  return `${pathname}${search}${hash}` === '/'
}
const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address starting with postgres:// or postgresql://',
})
/** `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`; a network of no bits would be everybody. */
const isNetwork = (text: string) => {
  const [address = '', bits, ...more] = text.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
const networks = z
  .string()
  .max(4096, { error: 'must have at most 4096 characters' })
  .transform((list) => list.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isNetwork), {
    error: 'must be addresses or networks such as 10.0.0.7 or 10.0.0.0/8, separated by commas',
  })
/** A proxy that ends TLS on the same machine needs no setting. */
const LOOPBACK = ['127.0.0.0/8', '::1']
const ROLES = ['web', 'worker'] as const

const MAIL_FROM_WRONG = 'must be an address such as lulus@example.com or Lulus <lulus@example.com>'

const secretKey = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, { error: 'must be 64 hexadecimal digits (32 random bytes)' })

const KEEP_WRONG = 'must be a whole number from 1 to 1000'

const variables = z.object({
  PORT: port.default(8080),
  HEALTH_PORT: port.optional(),
  SIMULATOR_PORT: port.default(8090),
  SIMULATOR_URL: webAddress.optional(),
  DATA_DIR: z.string().max(4096).default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  // People choose longer ones; this one only opens the demo company.
  DEMO_PASSWORD: z
    .string()
    .min(8, { error: 'must have 8 to 200 characters' })
    .max(200, { error: 'must have 8 to 200 characters' })
    .optional(),
  PUBLIC_URL: webAddress
    .refine(isWhole, { error: 'must be an address without a path, such as https://lulus.example' })
    .optional(),
  TRUSTED_PROXIES: networks.optional(),
  WEBHOOK_NETWORKS: networks.optional(),
  SECRET_KEY: secretKey.optional(),
  // Only for the command that has it take the place of the other.
  NEW_SECRET_KEY: secretKey.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, { error: 'must have 16 to 200 letters, digits or signs, no blanks' })
    .optional(),
  // The whole is never printed: there may be a password in it.
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address starting with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z
    .string()
    .max(320, { error: MAIL_FROM_WRONG })
    .regex(/^(?:[^\p{Cc}<>"]+ <[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/u, { error: MAIL_FROM_WRONG })
    .optional(),
  ANCHOR_DIR: z.string().max(4096).optional(),
  ANCHOR_MAIL_TO: z
    .string()
    .max(320)
    .regex(/^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/, { error: 'must be one address such as auditor@example.com' })
    .optional(),
  BACKUP_DIR: z.string().max(4096).optional(),
  BACKUP_KEEP: z.coerce
    .number({ error: KEEP_WRONG })
    .int({ error: KEEP_WRONG })
    .min(1, { error: KEEP_WRONG })
    .max(1_000, { error: KEEP_WRONG })
    .default(14),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  HOST: z.string().min(1).max(255).default('0.0.0.0'),
  ...directoryVariables,
  ...objectVariables,
})

const NAMES = new Set(Object.keys(variables.shape))

export type Role = (typeof ROLES)[number]
export type Env = ReturnType<typeof readEnv>

/**
 * Reads the settings of this process from its environment and `--roles=web,worker`. An empty variable counts
 * as unset. Throws a StartError that names the variable when a value cannot be used.
 */
export const readEnv = (source: NodeJS.ProcessEnv, args: readonly string[] = process.argv.slice(2)) => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const read = variables.safeParse(given)
  if (!read.success) {
    throw new StartError(
      read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join(' '),
    )
  }
  const { data: v } = read
  if (v.DATABASE_READ_URL !== undefined && v.DATABASE_URL === undefined)
    throw new StartError('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no copies.')
  const public_url = (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/$/, '')
  return Object.freeze({
    port: v.PORT,
    /** Where a worker alone tells how it does. */
    health_port: v.HEALTH_PORT,
    host: v.HOST,
    simulator_port: v.SIMULATOR_PORT,
    simulator_url: v.SIMULATOR_URL ?? `http://127.0.0.1:${v.SIMULATOR_PORT}`,
    // `npm start` says where the one is that it runs, and the demo company sends to nothing else.
    has_simulator: v.SIMULATOR_URL !== undefined || v.DEMO === 'on',
    data_dir: resolve(v.DATA_DIR),
    anchor_dir: resolve(v.ANCHOR_DIR ?? join(v.DATA_DIR, 'anchors')),
    anchor_mail_to: v.ANCHOR_MAIL_TO,
    /** Where backups lie; they are made each night where it `backs_up`. */
    backup_dir: resolve(v.BACKUP_DIR ?? join(v.DATA_DIR, 'backups')),
    backs_up: v.BACKUP_DIR !== undefined && v.DATABASE_URL === undefined,
    backup_keep: v.BACKUP_KEEP,
    /** The names of what was set. */
    given: Object.keys(given)
      .filter((name) => NAMES.has(name))
      .toSorted(),
    database_url: v.DATABASE_URL,
    database_read_url: v.DATABASE_READ_URL,
    demo: v.DEMO === 'on',
    demo_password: v.DEMO_PASSWORD,
    roles: readRoles(args),
    public_url,
    trusted_proxies: v.TRUSTED_PROXIES ?? (v.PUBLIC_URL?.startsWith('https:') ? LOOPBACK : []),
    webhook_networks: v.WEBHOOK_NETWORKS ?? [],
    secret_key: v.SECRET_KEY?.toLowerCase(),
    new_secret_key: v.NEW_SECRET_KEY?.toLowerCase(),
    metrics_token: v.METRICS_TOKEN,
    log_level: v.LOG_LEVEL,
    smtp_url: v.SMTP_URL,
    mail_from: v.MAIL_FROM ?? `Lulus <lulus@${new URL(public_url).hostname}>`,
    directory: directoryOf(v),
    objects: objectsOf(v),
  })
}

const readRoles = (args: readonly string[]): ReadonlySet<Role> => {
  const argument = args.find((arg) => arg.startsWith('--roles='))
  if (argument === undefined) return new Set(ROLES)
  const named = argument.slice('--roles='.length).split(',')
  const known = ROLES.filter((role) => named.includes(role))
  if (known.length === 0 || known.length !== named.length) {
    throw new StartError('--roles must be web, worker or web,worker.')
  }
  return new Set(known)
}
