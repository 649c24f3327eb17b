import { z } from 'zod'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import { endpoint, open } from '../endpoint.ts'
import { type EditableField, ENVIRONMENTS, particular, storeCode } from '../entities.ts'
import { text } from '../fields.ts'
import { identityChanges } from '../party.ts'
import { username } from '../people/users.ts'

/** `randomToken`, of which anything else is unknown. */
const token = z.string().max(200)
const NO_EMAIL = 'Please enter your e-mail address.'
const needed = (length_max: number, words: string) => z.string().trim().min(1, words).max(length_max)

const party = Object.fromEntries(
  PARTY_FIELDS.filter((field) => field !== 'entity_code').map((field) => [field, particular(field)]),
) as Record<
  // Object.fromEntries forgets the keys; PARTY_FIELDS holds each of them once.
  EditableField,
  ReturnType<typeof particular>
>

/** The first superadmin, the company as its documents print it, its first department, and where it sends to. */
const FirstCompany = z.object({
  first_name: text(100),
  last_name: text(100),
  /** The form asks for the e-mail address below it. */
  username: username.regex(/^[^@]*$/, 'Please enter a username without @.'),
  account_email: needed(320, NO_EMAIL).pipe(z.email(NO_EMAIL)),
  /** What it must be is told by the server, in one place (access/passwords.ts). */
  new_password: z.string().min(1, 'Please choose a password.').max(1000),
  ...party,
  store_code: storeCode,
  store_name: needed(100, 'Please enter the name of the department.'),
  environment: z.enum(ENVIRONMENTS),
  /** Both may be empty and come later; the simulator gives its own. */
  client_id: text(200),
  client_secret: text(500),
})
export type FirstCompany = z.infer<typeof FirstCompany>

/** The first start without the demo company. Whoever holds the link that the console printed may, and nobody else. */
export const setUp = {
  /** Whether a link still works; what became of it is nobody's business. */
  checkLink: endpoint({
    id: 'setUp.checkLink',
    changes: [],
    method: 'POST',
    path: '/api/v1/set-up/check/',
    access: open,
    body: z.object({ token }),
    body_bytes_max: 10_000,
    /** `has_simulator`: whether a company can begin with the simulator. */
    reply: z.object({ works: z.boolean(), has_simulator: z.boolean() }),
  }),
  complete: endpoint({
    id: 'setUp.complete',
    changes: [],
    method: 'POST',
    path: '/api/v1/set-up/',
    access: open,
    body: FirstCompany.extend({ token }),
    body_bytes_max: 50_000,
    status: 201,
    reply: z.object({ username: z.string(), company: z.string(), changes: identityChanges }),
  }),
}
