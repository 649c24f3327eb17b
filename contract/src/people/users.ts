import { z } from 'zod'
import { ACCESS_TYPES } from '#domain/access/caller.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { type EndpointName, endpoint, superadmin } from '../endpoint.ts'
import {
  instant,
  listOf,
  listUpTo,
  oneOf,
  order,
  page,
  pageSize,
  search,
  sortBy,
  text,
  uuid,
} from '../fields.ts'

/** Where a person's password is kept. */
const ORIGINS = ['local', 'directory'] as const
/** `invited`: has neither chosen a password nor signed in through the directory yet. */
export const USER_STATES = ['active', 'invited', 'deactivated'] as const

const granted = z.object({ id: z.string(), name: z.string() })

export const UserRow = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  access_type: z.enum(ACCESS_TYPES),
  origin: z.enum(ORIGINS),
  /** Username, e-mail address and names follow the directory at each sign-in; nobody changes them here. */
  kept_by_directory: z.boolean(),
  state: z.enum(USER_STATES),
  groups: z.array(granted),
  sender_entities: z.array(granted),
  store_codes: z.array(z.object({ id: z.string(), code: z.string() })),
  /** Keys for programs that the person made and that still work. */
  api_keys: z.int(),
  /** Webhooks that are the person's, and tell nothing once the account is deactivated. */
  webhooks: z.int(),
  last_login_at: instant.nullable(),
  /** Counts the changes; a change names the one that it was made upon. */
  revision: z.int(),
})
export type UserRow = z.infer<typeof UserRow>

export const USER_SORT_KEYS = ['name', 'username', 'email', 'access_type', 'state', 'last_login_at'] as const

const GROUPS_MAX = 200
const ENTITIES_MAX = 1_000
const STORES_MAX = 2_000

const ids = (length_max: number, what: string) =>
  listUpTo(uuid('Not an id.'), length_max, `At most ${length_max} ${what} are allowed.`)

const NO_EMAIL = 'Please enter an e-mail address.'
const NO_USERNAME = 'Please use letters, digits and . _ - + only, or the e-mail address itself.'

/**
 * Of whoever is taken down here; a directory calls its people as it likes. Names are compared in small letters, which
 * the database and the program make differently of İ and Σ.
 */
export const username = z
  .string()
  .trim()
  .min(1, 'Please enter a username.')
  .max(150, 'At most 150 characters are allowed.')
  .regex(/^(?:(?![İΣ])[\p{L}\p{N}._+@-])*$/u, NO_USERNAME)

const writable = {
  username,
  email: z.string().trim().min(1, NO_EMAIL).max(320).pipe(z.email(NO_EMAIL)),
  first_name: text(150),
  last_name: text(150),
  access_type: z.enum(ACCESS_TYPES, 'Please select the access type.'),
  group_ids: ids(GROUPS_MAX, 'groups'),
  sender_entity_ids: ids(ENTITIES_MAX, 'companies'),
  /** Of these companies. */
  store_code_ids: ids(STORES_MAX, 'departments'),
}

export const UserCreate = z.strictObject({ origin: z.enum(ORIGINS), ...writable })
export type UserCreate = z.output<typeof UserCreate>

/** Only what is named changes. */
export const UserPatch = z.strictObject({
  ...z.object(writable).partial().shape,
  is_active: z.boolean().optional(),
  revision: z.int('Please send the revision that you change.').min(0).max(2_147_483_647),
})
export type UserPatch = z.output<typeof UserPatch>

/** What a person may do and reach at present, and where each of it comes from. */
export const UserRights = z.object({
  access_type: z.enum(ACCESS_TYPES),
  state: z.enum(USER_STATES),
  /** The permissions held, each with the groups that give it; a superadmin has all, by groups or without. */
  flags: z.array(z.object({ flag: z.enum(FLAGS), groups: z.array(z.string()) })),
  /** Companies with the departments that are reached there; nothing is reached in one without. */
  sender_entities: z.array(z.object({ id: z.string(), name: z.string(), store_codes: z.array(z.string()) })),
})
export type UserRights = z.infer<typeof UserRights>

const params = z.object({ id: uuid('Not a user id.') })
const optionalId = z.union([z.literal(''), uuid('Not an id.')]).optional()

const USER_READS: readonly EndpointName[] = [
  ...(['users.list', 'users.get', 'users.rights', 'session.profile', 'session.permissions'] as const),
]

/** The people of the installation. Nobody is ever deleted: their name stands in the history. */
export const users = {
  /** By name unless sorted. `search`: a part of name, username or e-mail address. */
  list: endpoint({
    id: 'users.list',
    method: 'GET',
    path: '/api/v1/users/',
    access: superadmin,
    query: z.object({
      search,
      access_type: oneOf(ACCESS_TYPES),
      state: oneOf(USER_STATES),
      group_id: optionalId,
      sender_entity_id: optionalId,
      page,
      page_size: pageSize(20, 100),
      sort_by: sortBy(USER_SORT_KEYS),
      order,
    }),
    reply: listOf(UserRow),
  }),
  /** What a form about a person offers. */
  options: endpoint({
    id: 'users.options',
    method: 'GET',
    path: '/api/v1/users/options/',
    access: superadmin,
    reply: z.object({
      /** `by_directory`: who of the directory's people belongs to it is decided there, at each sign-in. */
      groups: z.array(granted.extend({ by_directory: z.boolean() })),
      /** People sign in through a directory here. */
      directory: z.boolean(),
    }),
  }),
  get: endpoint({
    id: 'users.get',
    method: 'GET',
    path: '/api/v1/users/:id/',
    access: superadmin,
    params,
    reply: UserRow,
  }),
  rights: endpoint({
    id: 'users.rights',
    method: 'GET',
    path: '/api/v1/users/:id/rights/',
    access: superadmin,
    params,
    reply: UserRights,
  }),
  /** Somebody local is mailed a link to choose a password; one of the directory waits for the first sign-in. */
  create: endpoint({
    id: 'users.create',
    idempotent: true,
    changes: USER_READS,
    method: 'POST',
    path: '/api/v1/users/',
    access: superadmin,
    body: UserCreate,
    status: 201,
    reply: UserRow,
  }),
  /**
   * Rights change with the person's next call; whoever is deactivated is signed out everywhere. Where somebody local
   * is still invited, another address is mailed a link of its own.
   */
  update: endpoint({
    id: 'users.update',
    // A webhook tells nothing while its owner is deactivated.
    changes: [...USER_READS, 'webhooks.list', 'webhooks.get'],
    method: 'PATCH',
    path: '/api/v1/users/:id/',
    access: superadmin,
    params,
    body: UserPatch,
    reply: UserRow,
  }),
  /** Mails a link to a new password, or to the first one. */
  sendLink: endpoint({
    id: 'users.sendLink',
    changes: [],
    method: 'POST',
    path: '/api/v1/users/:id/send_link/',
    access: superadmin,
    params,
    reply: z.object({ detail: z.string() }),
  }),
}
