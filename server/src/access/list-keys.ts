import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { type ApiKey, apiKeys } from '#contract/people/api-keys.ts'
import type { Caller } from '#domain/access/caller.ts'
import { flagsAmong } from '#domain/access/flags.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { like } from '../platform/lists/like.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { KEY_COLUMNS, type ListedKey, selectKeys, visibleKeys } from './key-rows.ts'
import type { KeyRow } from './rows.ts'

type By = { db: Db; caller: Caller; now: Date; public_url: string }

/** The keys of the caller's companies, the newest first. */
export const listKeys = (
  { db, caller, now, public_url }: By,
  query: z.output<(typeof apiKeys.list)['query']>,
) => {
  const { name, sender_entity_id } = query
  const all = visibleKeys(db, caller)
  const own = sender_entity_id ? all.where('api_keys.sender_entity_id', '=', sender_entity_id) : all
  const named = name ? own.where('api_keys.name', 'ilike', like(name)) : own
  return readPage({
    url: public_url + apiKeys.list.path,
    query,
    filtered: query.state ? named.where(STATES[query.state](now)) : named,
    rows: (rows) => rows.select(KEY_COLUMNS).orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id'),
    toRow: (row) => toAnswer(row, now),
  })
}

/** The same as `toAnswer` tells. */
const STATES: Record<ApiKey['state'], (now: Date) => RawBuilder<boolean>> = {
  active: (now) => sql`api_keys.revoked_at IS NULL AND api_keys.expires_at > ${now}`,
  expired: (now) => sql`api_keys.revoked_at IS NULL AND api_keys.expires_at <= ${now}`,
  revoked: () => sql`api_keys.revoked_at IS NOT NULL`,
}

/** One of the keys of the caller's companies; undefined when there is none or it is foreign. */
export const findKey = async (
  { db, caller, now }: { db: Db | Tx; caller: Caller; now: Date },
  id: string,
): Promise<ApiKey | undefined> => {
  const row = await selectKeys(db, caller).where('api_keys.id', '=', id).executeTakeFirst()
  return row && toAnswer(row, now)
}

/** A key that ends, as the server's own jobs need it, which act for no caller. */
export type EndingKey = Pick<
  Selectable<KeyRow>,
  'id' | 'name' | 'sender_entity_id' | 'created_at' | 'expires_at'
>

/** Keys that nobody revoked and that end after one moment and by another. */
export const keysEnding = (handle: Db | Tx, { after, by }: { after: Date; by: Date }): Promise<EndingKey[]> =>
  handle
    .withTables<{ api_keys: KeyRow }>()
    .selectFrom('api_keys')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', after)
    .where('expires_at', '<=', by)
    .select(['id', 'name', 'sender_entity_id', 'created_at', 'expires_at'])
    .execute()

const toAnswer = ({ expires_at, ...row }: ListedKey, now: Date): ApiKey => ({
  ...row,
  flags: flagsAmong(row.flags),
  state: row.revoked_at ? 'revoked' : expires_at > now ? 'active' : 'expired',
  created_at: row.created_at.toISOString(),
  expires_on: malaysianDate(new Date(expires_at.getTime() - 1)),
  webhooks: Number(row.webhooks),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})
