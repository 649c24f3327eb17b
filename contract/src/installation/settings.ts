import { z } from 'zod'
import { type EndpointName, endpoint, superadmin } from '../endpoint.ts'
import { ignored, instant, seenAt } from '../fields.ts'

const VALUE_CHARS_MAX = 1_000

/** Several times are a text, with commas between. */
const value = z.union([z.boolean(), z.number(), z.string().max(VALUE_CHARS_MAX)], {
  error: 'Please send the value of the setting.',
})

/** A setting as it stands; what else there is to say of it is in `domain/src/settings/list.ts`. */
export const SettingRow = z.object({
  /** The key. */
  id: z.string(),
  category: z.string(),
  key: z.string(),
  /** Null for a secret, which is never given back. */
  value: value.nullable(),
  default_value: value,
  /** Whether it is something else than its default; of a secret, whether there is one. */
  is_set: z.boolean(),
  label: z.string(),
  description: z.string(),
  /** When somebody set it; null while nobody has. */
  modified_at: instant.nullable(),
})
export type SettingRow = z.infer<typeof SettingRow>

/** The whole setting as it was read, with another value. */
export const SettingWrite = z.strictObject({
  /** Null leaves a secret as it is: so it was read. */
  value: value.nullable(),
  /** As it was read: refused where somebody else changed it since. */
  modified_at: seenAt,
  id: ignored,
  category: ignored,
  key: ignored,
  default_value: ignored,
  is_set: ignored,
  label: ignored,
  description: ignored,
})
export type SettingWrite = z.output<typeof SettingWrite>

const READS: readonly EndpointName[] = ['settings.list', 'session.options']
const path = '/api/v1/configuration/settings/'

/** What the whole installation goes by, and can be changed while it runs. */
export const settings = {
  list: endpoint({
    id: 'settings.list',
    method: 'GET',
    path,
    access: superadmin,
    reply: z.object({ results: z.array(SettingRow) }),
  }),
  update: endpoint({
    id: 'settings.update',
    changes: READS,
    method: 'PUT',
    path: `${path}:id/`,
    access: superadmin,
    params: z.object({ id: z.string().max(100) }),
    body: SettingWrite,
    reply: SettingRow,
  }),
  /**
   * Every setting becomes its default, secrets too. `seen`: the `modified_at` of those that are something else, as they
   * were read; refused where another one is, or one of them was changed since. Without it whatever is goes.
   */
  restore: endpoint({
    id: 'settings.restore',
    changes: READS,
    method: 'POST',
    path: `${path}restore-defaults/`,
    access: superadmin,
    body: z.strictObject({ seen: z.record(z.string().max(100), seenAt).optional() }).optional(),
    body_bytes_max: 10_000,
    reply: z.object({ results: z.array(SettingRow) }),
  }),
}
