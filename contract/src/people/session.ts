import { z } from 'zod'
import { ACCESS_TYPES } from '#domain/access/caller.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { LANGUAGES } from '#domain/language/languages.ts'
import { KIND_KEYS, WAYS } from '#domain/notifications/kinds.ts'
import { endpoint, loggedIn, open } from '../endpoint.ts'
import { namesOfCodes, partyFields } from '../party.ts'

const short = z.string().max(320)

/** A sender entity as its own people see it: everything that a document prints, and where it sends to. */
export const SenderEntity = z.object({
  id: z.string(),
  ...partyFields,
  environment: z.enum(['simulator', 'preprod', 'prod']),
  /** Nothing new is made for a company that is deactivated. */
  is_active: z.boolean(),
  /** A data: address of the logo, or empty. */
  image: z.string(),
})
export type SenderEntity = z.infer<typeof SenderEntity>

export const StoreCode = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  sender_entity_id: z.string(),
})
export type StoreCode = z.infer<typeof StoreCode>

export const Profile = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  access_type: z.enum(ACCESS_TYPES),
  /** A data: address of the person's picture, or empty. */
  image: z.string(),
  sender_entities: z.array(SenderEntity.extend(namesOfCodes)),
  store_code: z.array(StoreCode),
  groups: z.array(z.object({ name: z.string() })),
  /** The kinds of which the person is told, and how they are told of each. */
  notification_preferences: z.array(z.object({ key: z.string() })),
  notification_ways: z.record(z.enum(KIND_KEYS), z.enum(WAYS)),
  /** How screens and mails speak to the person; null: as the browser says, and English in mails. */
  language: z.enum(LANGUAGES).nullable(),
  /** Whether single keys are shortcuts. */
  shortcuts: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

const flag = z.boolean()
const Permissions = z.object(
  Object.fromEntries(FLAGS.map((name) => [name, flag])) as Record<(typeof FLAGS)[number], typeof flag>,
)

export const session = {
  options: endpoint({
    id: 'session.options',
    method: 'GET',
    path: '/api/v1/auth/options/',
    access: open,
    reply: z.object({
      ldap: z.boolean(),
      idle_ms_max: z.int(),
      version: z.string(),
      /** Where people write who cannot sign in; empty where nobody said. */
      support_email: z.string(),
    }),
  }),
  login: endpoint({
    id: 'session.login',
    changes: [],
    method: 'POST',
    path: '/api/v1/auth/login/',
    access: open,
    own_lines: true,
    body: z.object({
      username: short.min(1, 'Please enter your username.'),
      password: z.string().min(1, 'Please enter your password.').max(1000),
      auth_type: z.enum(['ldap', 'django']),
    }),
    body_bytes_max: 10_000,
    reply: z.object({ token: z.string() }),
  }),
  profile: endpoint({
    id: 'session.profile',
    method: 'GET',
    path: '/api/v1/user-profile/',
    access: loggedIn,
    reply: Profile,
  }),
  /** The kinds of trouble that a person may be told about. */
  errorTypes: endpoint({
    id: 'session.errorTypes',
    method: 'GET',
    path: '/api/v1/user-profile/error_types/',
    access: loggedIn,
    reply: z.array(z.object({ key: z.string(), description: z.string() })),
  }),
  permissions: endpoint({
    id: 'session.permissions',
    method: 'GET',
    path: '/api/v1/user/permissions/',
    access: loggedIn,
    reply: Permissions,
  }),
  validate: endpoint({
    id: 'session.validate',
    method: 'GET',
    path: '/api/v1/validate-token/',
    access: loggedIn,
    reply: z.object({ valid: z.literal(true), idle_ms_left: z.int() }),
  }),
  logout: endpoint({
    id: 'session.logout',
    changes: [],
    method: 'POST',
    path: '/api/v1/token/logout/',
    access: loggedIn,
    reply: z.object({ detail: z.string() }),
  }),
}
