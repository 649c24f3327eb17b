import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { settings } from '#contract/installation/settings.ts'
import { apiKeys } from '#contract/people/api-keys.ts'
import { session } from '#contract/people/session.ts'
import { webhooks } from '#contract/webhooks.ts'
import { settingOf } from '#domain/settings/list.ts'
import type { Db } from '../src/platform/db/database.ts'

/** Keeps the secrets that pass through a world, and finds them again where none may ever stand. */
export type Leaks = ReturnType<typeof openLeaks>

/** So many secrets of one kind are searched for; a world opens a session for each call, and all are made alike. */
const SECRETS_OF_A_KIND_MAX = 25
/** What was written is searched in pieces of this length, so that long tests need little memory. */
const PIECE_CHARS = 1_000_000
/** The newest rows of each table. */
const ROWS_MAX = 2_000
const SECRET_LENGTH_MIN = 12
const CONTEXT_CHARS = 60

export const openLeaks = () => {
  const secrets = new Map<string, Map<string, readonly string[]>>()
  const written = new Map<string, string>()
  const found: string[] = []

  const remember = (kind: string, secret: unknown) => {
    if (typeof secret !== 'string' || secret.length < SECRET_LENGTH_MIN) return
    if ([...secrets.values()].some((known) => known.has(secret))) return
    const alike = secrets.get(kind) ?? new Map<string, readonly string[]>()
    secrets.set(kind, alike)
    if (alike.size < SECRETS_OF_A_KIND_MAX && !alike.has(secret)) alike.set(secret, formsOf(secret))
  }
  /** `but`: a kind of secret that may stand there. */
  const search = (place: string, text: string, but?: string) => {
    for (const [kind, alike] of secrets) {
      if (kind === but) continue
      for (const form of [...alike.values()].flat()) {
        const at = text.indexOf(form)
        if (at >= 0)
          found.push(`A ${kind} stands in ${place}: …${text.slice(Math.max(0, at - CONTEXT_CHARS), at)}`)
      }
    }
  }
  /** Keeps what was written until there is enough to be searched at once. */
  const write = (place: string, text: string) => {
    const all = (written.get(place) ?? '') + text
    if (all.length > PIECE_CHARS) search(place, all)
    written.set(place, all.length > PIECE_CHARS ? '' : all)
  }
  const searchWritten = () => {
    for (const [place, text] of written) search(place, text)
    written.clear()
  }
  return {
    remember,
    search,
    write,
    /** Where secrets stand; each place is told once. */
    find: async ({ db, folder }: { db: Db | undefined; folder: string }): Promise<string[]> => {
      searchWritten()
      if (db) await searchTables(db, search)
      await searchFiles(folder, search)
      return [...new Set(found.splice(0))]
    },
  }
}

/** As it is, in hexadecimal, for addresses and for JSON, and in base64 wherever in a text it begins. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Without the characters at either end that share their bits with a neighbour.
    return text.slice(before === 0 ? 0 : 4, -4)
  })
  const plain = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
  ]
  const urlSafe = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([...plain, ...base64, ...urlSafe])]
}

type Search = (place: string, text: string, but?: string) => void

/** All tables that hold something in one statement, since every world is searched, and to plan a table takes long. */
const searchTables = async (db: Db, search: Search) => {
  const tables = await sql<{ schema: string; name: string }>`
    SELECT relnamespace::regnamespace::text AS schema, relname AS name FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relkind = 'r'
      AND pg_relation_size(oid) > 0`.execute(db)
  const texts = tables.rows.map(
    ({
      schema,
      name,
    }) => sql`SELECT ${`${schema}.${name}`}::text AS place, string_agg(t::text, chr(10)) AS text
      FROM (SELECT * FROM ${sql.table(`${schema}.${name}`)} ORDER BY ctid DESC LIMIT ${sql.lit(ROWS_MAX)}) t`,
  )
  const { rows } = await sql<{
    place: string
    text: string | null
  }>`${sql.join(texts, sql` UNION ALL `)}`.execute(db)
  for (const { place, text } of rows) search(`table ${place}`, text ?? '')
}

const searchFiles = async (folder: string, search: Search) => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const place = relative(folder, path)
    // Without SMTP a mail is a file, and the mail is how the link comes to its person.
    const but = place.startsWith('mail/') ? RESET : undefined
    search(`file ${place}`, await readFile(path, 'latin1'), but)
  }
}

/** What a field holds, by its name. */
const SECRET_FIELDS: Readonly<Record<string, string>> = {
  ...{ password: 'password', old_password: 'password', new_password: 'password' },
  client_secret: 'client secret',
  token: 'reset link',
}
const RESET = 'reset link'

/** Remembers the secrets of every call to the application, and keeps what it answers. */
export const overhear = (app: FastifyInstance, leaks: Leaks): void => {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  const heard = async (options: InjectOptions) => {
    const { authorization, cookie } = options.headers ?? {}
    leaks.remember('credential', String(authorization ?? '').split(' ')[1])
    leaks.remember('device cookie', deviceOf(String(cookie ?? '')))
    leaks.remember('setting', secretSetting(options))
    for (const [name, value] of fieldsOf(options.payload)) {
      const kind = Object.hasOwn(SECRET_FIELDS, name) ? SECRET_FIELDS[name] : undefined
      if (kind && isMadeUp(value)) leaks.remember(kind, value)
    }
    const answer = await inject(options)
    leaks.remember('device cookie', deviceOf(String(answer.headers['set-cookie'] ?? '')))
    leaks.write(
      `an answer of ${options.method} ${String(options.url).split('?')[0]}`,
      told(options, answer, leaks),
    )
    return answer
  }
  // The one way in which tests call it.
  app.inject = heard as typeof app.inject
}

/** What is set where no value is ever given back; told as a URL, of which the password is looked for. */
const secretSetting = ({ method, url, payload }: InjectOptions): string | undefined => {
  const key = String(url).slice(settings.list.path.length).replace(/\/$/, '')
  if (method !== 'PUT' || settingOf(key)?.type !== 'secret') return undefined
  return /:([^:@]+)@/.exec(String(new Map(fieldsOf(payload)).get('value')))?.[1]
}

/** A sign-in and a new key give their secret once, which is remembered and left out of what is searched. */
const told = ({ url, method }: InjectOptions, { payload }: LightMyRequestResponse, leaks: Leaks): string => {
  const field = method === 'POST' && GIVES_ONCE.find(([path]) => path.test(String(url)))?.[1]
  const [whole, secret] = (field && new RegExp(`"${field}":"([^"]+)"`).exec(payload)) || []
  if (whole === undefined) return payload
  leaks.remember('credential', secret)
  return payload.replace(whole, '')
}

const addressed = ({ path }: { path: string }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

const GIVES_ONCE: readonly (readonly [RegExp, string])[] = [
  [addressed(session.login), 'token'],
  [addressed(apiKeys.create), 'key'],
  [addressed(webhooks.create), 'secret'],
  [addressed(webhooks.rotate), 'secret'],
]

const fieldsOf = (payload: unknown): (readonly [string, unknown])[] => {
  if (payload instanceof FormData) return [...payload.entries()]
  return payload !== null && typeof payload === 'object' ? Object.entries(payload) : []
}

/** Tests fill words of the house into any field; only what nobody writes elsewhere can be searched for. */
const isMadeUp = (value: unknown) =>
  typeof value === 'string' && [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(value))

const deviceOf = (cookie: string) => /lulus_device=([^;]+)/.exec(cookie)?.[1]
