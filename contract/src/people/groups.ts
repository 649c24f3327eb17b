import { z } from 'zod'
import { FLAGS } from '#domain/access/flags.ts'
import { endpoint, superadmin } from '../endpoint.ts'

/** A permission flag; its id is its name. */
const Permission = z.object({ id: z.enum(FLAGS), name: z.enum(FLAGS) })

/** The request that waits for a decision about a group or a store code, which has one at most. */
const Waiting = z.object({ id: z.int(), requested_by: z.string() })

export const Group = z.object({
  id: z.string(),
  name: z.string(),
  permissions: z.array(Permission),
  /** How many people are in it. */
  people: z.int(),
  waiting: Waiting.nullable(),
})
export type Group = z.infer<typeof Group>

/** A store code of any company, as its administration lists it. */
export const ListedStoreCode = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  sender_entity_id: z.string(),
  sender_entity_name: z.string(),
  waiting: Waiting.nullable(),
})
export type ListedStoreCode = z.infer<typeof ListedStoreCode>

export const groups = {
  /** All groups by name; an installation has a few dozen at most. */
  list: endpoint({
    id: 'groups.list',
    method: 'GET',
    path: '/api/v1/groups/',
    access: superadmin,
    reply: z.object({ results: z.array(Group) }),
  }),
}

export const permissions = {
  list: endpoint({
    id: 'permissions.list',
    method: 'GET',
    path: '/api/v1/permissions/',
    access: superadmin,
    reply: z.object({ results: z.array(Permission) }),
  }),
}

export const storeCodes = {
  /** All store codes by company and code. */
  list: endpoint({
    id: 'storeCodes.list',
    method: 'GET',
    path: '/api/v1/storecodes/',
    access: superadmin,
    reply: z.object({ results: z.array(ListedStoreCode) }),
  }),
}
