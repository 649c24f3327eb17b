import { z } from 'zod'
import { isBlank } from '#domain/text/characters.ts'
import { endpoint, loggedIn } from '../endpoint.ts'
import { text, uuid } from '../fields.ts'

/** The lists whose views are kept by name. A screen says which one it is where it declares its address. */
const VIEWED_LISTS = [
  ...(['invoices', 'pending', 'previous', 'customers', 'items', 'defects'] as const),
  ...(['users', 'api_keys', 'webhooks', 'broadcasts', 'mappings', 'rules'] as const),
  ...(['audit_log', 'activity_log', 'login_log'] as const),
] as const
export type ViewedList = (typeof VIEWED_LISTS)[number]

export const VIEW_NAME_CHARS_MAX = 60
export const VIEW_SEARCH_CHARS_MAX = 2_000
/** So many a person keeps of one list, and of all of them. */
export const VIEWS_OF_LIST_MAX = 50
export const VIEWS_MAX = 200

/**
 * What stands behind the address of a list: `?tab=Validated&page_size=100`, or nothing. Names, values and what joins
 * them, so that it leads nowhere else; what it means, the list reads from it as from any address that somebody typed.
 */
const SEARCH = /^(?:\?[a-z_]+=[\w.~!$'()*+,;:@/%-]*(?:&[a-z_]+=[\w.~!$'()*+,;:@/%-]*)*)?$/

const name = text(VIEW_NAME_CHARS_MAX).refine((value) => !isBlank(value), 'Please enter a name.')
const search = z
  .string()
  .max(VIEW_SEARCH_CHARS_MAX, `At most ${VIEW_SEARCH_CHARS_MAX} characters are allowed.`)
  .regex(SEARCH, 'Please send what stands behind the address of the list, from its question mark on.')

/** A state of a list under a name. */
export const SavedView = z.object({
  id: z.string(),
  list: z.enum(VIEWED_LISTS),
  name: z.string(),
  search: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

const path = '/api/v1/user-profile/views/'
const params = z.object({ id: uuid('Not a view id.') })
const body_bytes_max = 20_000

/** The views of lists that a person keeps for themselves. */
export const views = {
  /** Of all lists, by name. */
  list: endpoint({
    id: 'views.list',
    method: 'GET',
    path,
    access: loggedIn,
    reply: z.object({ views: z.array(SavedView) }),
  }),
  create: endpoint({
    id: 'views.create',
    idempotent: true,
    changes: ['views.list'],
    method: 'POST',
    path,
    access: loggedIn,
    body: z.strictObject({ list: z.enum(VIEWED_LISTS, 'There is no such list.'), name, search }),
    body_bytes_max,
    status: 201,
    reply: SavedView,
  }),
  /** Renames a view, or makes it show something else; what is not named stays as it is. */
  update: endpoint({
    id: 'views.update',
    changes: ['views.list'],
    method: 'PATCH',
    path: `${path}:id/`,
    access: loggedIn,
    params,
    body: z.strictObject({ name: name.optional(), search: search.optional() }),
    body_bytes_max,
    reply: SavedView,
  }),
  remove: endpoint({
    id: 'views.remove',
    changes: ['views.list'],
    method: 'DELETE',
    path: `${path}:id/`,
    access: loggedIn,
    params,
    reply: z.object({ detail: z.string() }),
  }),
}
