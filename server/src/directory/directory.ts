import { readFileSync } from 'node:fs'
import { type Client, type Entry, FilterParser, ResultCodeError } from 'ldapts'
import { ProblemError } from '#domain/problems.ts'
import { type DirectoryEnv, PLACEHOLDER } from '../platform/env/directory-env.ts'
import { StartError } from '../platform/env/start-error.ts'
import type { Log } from '../platform/log/log.ts'
import { type Limits, withDirectory } from './connect.ts'
import { comparableDn, escapeDn, escapeFilter, fillIn } from './escape.ts'

/** A person as the directory describes them. */
export type DirectoryPerson = {
  /** The directory's own id of the entry, which stays when the name changes. */
  directory_id: string
  username: string
  email: string
  first_name: string
  last_name: string
  /** Portal groups, of those that the directory decides about. */
  groups: readonly string[]
}

export type Directory = {
  /** All portal groups that the directory decides about. */
  groups: readonly string[]
  /**
   * The person whose name and password these are; undefined when they are nobody's. Throws unavailable when the
   * directory is away, slow, or refuses to be asked.
   */
  authenticate(username: string, password: string): Promise<DirectoryPerson | undefined>
}

const LIMITS: Limits = { connect_ms_max: 4_000, answers_ms_max: 8_000 }
const RETRY_AFTER_S = 30
/** One more than may be found, to see that there are several. */
const ENTRIES_MAX = 2

/** Result codes with which a directory refuses whoever binds, for whatever reason of theirs (RFC 4511, appendix A). */
const REFUSALS: ReadonlySet<number> = new Set([19, 32, 34, 48, 49, 50, 53])

/** What identifies an entry: OpenLDAP and most others, Active Directory. */
const IDS = ['entryUUID', 'objectGUID'] as const

/** The directory of these settings. Throws a StartError when the CA file or the filter is of no use. */
export const openDirectory = (env: DirectoryEnv, log: Log, limits: Limits = LIMITS): Directory => {
  const address = { url: env.url, ca: readCa(env.ca_file) }
  demandFilter(env.filter)
  return {
    groups: [...new Set(Object.values(env.groups))],
    authenticate: async (username, password) => {
      // A bind without a password succeeds and proves nothing (RFC 4513 §5.1.2).
      if (username === '' || password === '') return undefined
      try {
        return await withDirectory(address, limits, (client) => identify(client, env, { username, password }))
      } catch (error) {
        const { name, message } = error instanceof Error ? error : new Error(String(error))
        log.error({ name, message }, 'the directory cannot be asked')
        throw unavailable(error)
      }
    },
  }
}

type Given = { username: string; password: string }

/**
 * Whichever bind comes first, the last one proves that the password belongs to the entry that was found. A name that
 * is nobody's is tried as well, so that it takes as long as a wrong password.
 */
const identify = async (client: Client, env: DirectoryEnv, given: Given) => {
  if (env.first_bind.as === 'service') await client.bind(env.first_bind.dn, env.first_bind.password)
  else if (!(await accepts(client, personName(env.first_bind.template, given), given.password)))
    return undefined
  const entry = await findEntry(client, env, given)
  const dn = entry?.dn ?? `cn=${crypto.randomUUID()},${env.base_dn}`
  const right = await accepts(client, dn, given.password)
  return entry && right ? personOf(entry, env) : undefined
}

/** A distinguished name has a `=` of its own; whatever else (`{username}@corp.example`) is taken as it is typed. */
const personName = (template: string, { username }: Given) =>
  fillIn(template, PLACEHOLDER, template.includes('=') ? escapeDn(username) : username)

const accepts = async (client: Client, dn: string, password: string): Promise<boolean> => {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ResultCodeError && REFUSALS.has(error.code)) return false
    throw error
  }
}

/** The one entry that the filter finds; none when there are several. References elsewhere are not followed. */
const findEntry = async (
  client: Client,
  env: DirectoryEnv,
  { username }: Given,
): Promise<Entry | undefined> => {
  const { searchEntries } = await client.search(env.base_dn, {
    scope: 'sub',
    derefAliases: 'never',
    filter: fillIn(env.filter, PLACEHOLDER, escapeFilter(username)),
    attributes: [...Object.values(env.attributes), ...IDS],
    // By the spelling of the answer.
    explicitBufferAttributes: ['objectGUID', 'objectguid'],
    sizeLimit: ENTRIES_MAX,
  })
  return searchEntries.length === 1 ? searchEntries[0] : undefined
}

const personOf = (entry: Entry, { attributes, groups }: DirectoryEnv): DirectoryPerson => {
  const first = (attribute: string) =>
    String(valuesOf(entry, attribute)[0] ?? '')
      .replaceAll('\0', '')
      .trim()
  const held = new Set(valuesOf(entry, attributes.groups).map((dn) => comparableDn(String(dn))))
  const mapped = Object.entries(groups).filter(([dn]) => held.has(comparableDn(dn)))
  return {
    directory_id: idOf(entry),
    username: first(attributes.username),
    email: first(attributes.email),
    first_name: first(attributes.first_name),
    last_name: first(attributes.last_name),
    groups: [...new Set(mapped.map(([, group]) => group))],
  }
}

/** Directories without such ids know an entry by its name. */
const idOf = (entry: Entry): string => {
  const [id] = IDS.flatMap((attribute) => valuesOf(entry, attribute))
  if (id === undefined) return comparableDn(entry.dn)
  return Buffer.isBuffer(id) ? id.toString('hex') : id.toLowerCase()
}

/** Attributes have no case (RFC 4512 §2.5); an entry bears the directory's spelling of them. */
const valuesOf = (entry: Entry, attribute: string): (Buffer | string)[] => {
  const wanted = attribute.toLowerCase()
  return Object.entries(entry).flatMap(([name, values]) =>
    name.toLowerCase() === wanted ? [values].flat() : [],
  )
}

const readCa = (path: string | undefined): string | undefined => {
  if (path === undefined) return undefined
  try {
    const pem = readFileSync(path, 'utf8')
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem
  } catch (cause) {
    throw new StartError(`LDAP_CA_FILE is ${path}, which cannot be read. Correct the path.`, { cause })
  }
  throw new StartError(`LDAP_CA_FILE is ${path}, which holds no certificate in PEM form.`)
}

const demandFilter = (filter: string) => {
  try {
    FilterParser.parseString(fillIn(filter, PLACEHOLDER, 'x'))
  } catch (cause) {
    throw new StartError(`LDAP_FILTER is ${filter}, which is no filter such as (uid=${PLACEHOLDER}).`, {
      cause,
    })
  }
}

const unavailable = (cause: unknown) =>
  new ProblemError(
    {
      kind: 'unavailable',
      code: 'directory_unavailable',
      message:
        'The directory does not answer at present. Please try again in a moment. Local accounts still work.',
      retry_after_s: RETRY_AFTER_S,
    },
    {},
    cause,
  )
