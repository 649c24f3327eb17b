import { type Generated, type Insertable, type JSONColumnType, type Selectable, sql } from 'kysely'
import {
  type ChangeAction,
  type ChangedKind,
  PENDING_MAX,
  type REQUEST_STATES,
  type RequestTrial,
} from '#contract/people/change-requests.ts'
import type { Version } from '#domain/access/versions.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Place } from '../platform/lists/read-log.ts'

type StoredVersion = JSONColumnType<Version, string, string> | null

type RequestTable = {
  id: Generated<number>
  kind: ChangedKind
  action: ChangeAction
  target_id: string | null
  sender_entity_id: string | null
  sender_entity_name: string
  before: StoredVersion
  after: StoredVersion
  trial: JSONColumnType<RequestTrial, string | null | undefined, string> | null
  reason: string
  requested_by: string
  requested_by_name: string
  requested_at: Date
  state: Generated<(typeof REQUEST_STATES)[number]>
  decided_by: Generated<string | null>
  decided_by_name: Generated<string>
  decided_at: Generated<Date | null>
  rejection_reason: Generated<string>
}
export type RequestRow = Selectable<RequestTable>
export type Decision = Pick<
  RequestRow,
  'state' | 'target_id' | 'decided_by' | 'decided_by_name' | 'decided_at' | 'rejection_reason'
>

const on = (handle: Db | Tx) => handle.withTables<{ change_requests: RequestTable }>()
const all = (handle: Db | Tx) => on(handle).selectFrom('change_requests').selectAll()

/** Who asks next waits until this transaction ends, so that nothing that waits is overlooked. */
export const lockAsking = (tx: Tx) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('change requests', 0))`.execute(tx)

export const insertRequest = async (tx: Tx, row: Insertable<RequestTable>): Promise<RequestRow> =>
  on(tx).insertInto('change_requests').values(row).returningAll().executeTakeFirstOrThrow()

export const readRequest = (handle: Db | Tx, id: number): Promise<RequestRow | undefined> =>
  all(handle).where('id', '=', id).executeTakeFirst()

/** Held to the end of the transaction, so that of several decisions at once one comes first. */
export const lockRequest = (tx: Tx, id: number): Promise<RequestRow | undefined> =>
  all(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const markRequest = async (tx: Tx, id: number, decision: Partial<Decision>) => {
  await on(tx).updateTable('change_requests').set(decision).where('id', '=', id).execute()
}

/** Those that wait and were asked for after `since`, the oldest first. */
export const readPending = (handle: Db | Tx, since: Date): Promise<RequestRow[]> =>
  all(handle)
    .where('state', '=', 'pending')
    .where('requested_at', '>', since)
    .orderBy('id')
    .limit(PENDING_MAX)
    .execute()

type Stretch = { since: Date; after: Place | undefined; limit: number }

/** The others, the newest first. */
export const readDecided = (db: Db, { since, after, limit }: Stretch): Promise<RequestRow[]> => {
  const others = all(db).where((eb) => eb.or([eb('state', '<>', 'pending'), eb('requested_at', '<=', since)]))
  const further = after ? others.where(sql<boolean>`id < ${after.nr}::bigint`) : others
  return further.orderBy('id', 'desc').limit(limit).execute()
}

/** The requests that were asked for by then and still wait; nobody else decides them meanwhile. */
export const lockOverdue = (tx: Tx, by: Date): Promise<RequestRow[]> =>
  all(tx)
    .where('state', '=', 'pending')
    .where('requested_at', '<=', by)
    .orderBy('id')
    .limit(PENDING_MAX)
    .forUpdate()
    .skipLocked()
    .execute()
