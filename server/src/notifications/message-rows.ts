import type { Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { BroadcastMessage, Message } from '#contract/notifications/messages.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type BroadcastRow = {
  id: Generated<string>
  title: string
  content: string
  is_active: boolean
  created_at: Date
  modified_at: Date
}
type Tables = {
  broadcast_messages: BroadcastRow
  dismissed_messages: { message_id: string; user_id: string; at: Date }
}

export type Broadcast = Selectable<BroadcastRow>

const on = (handle: Db | Tx) => handle.withTables<Tables>()

const COLUMNS = ['id', 'title', 'content', 'is_active', 'created_at', 'modified_at'] as const
/** Nobody writes more of them in years, and nobody reads that many one after the other. */
const LISTED_MAX = 1_000
/** In one go; of more the oldest wait until newer ones are dismissed. */
const SHOWN_MAX = 20

export const listBroadcasts = async (
  { db }: { db: Db },
  { sort_order }: { sort_order: 'asc' | 'desc' },
): Promise<BroadcastMessage[]> => {
  const last = on(db).selectFrom('broadcast_messages').select(COLUMNS).limit(LISTED_MAX)
  const rows = await last.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return (sort_order === 'desc' ? rows : rows.toReversed()).map(toAnswer)
}

/** The newest active messages that this person has not dismissed, the oldest of them first. */
export const shownTo = async ({ db, caller }: { db: Db; caller: UserCaller }): Promise<Message[]> => {
  const newest = on(db)
    .selectFrom('broadcast_messages as m')
    .select(['m.id', 'm.title', 'm.content'])
    .where('m.is_active', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dismissed_messages as d')
            .whereRef('d.message_id', '=', 'm.id')
            .where('d.user_id', '=', caller.user_id),
        ),
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(SHOWN_MAX)
  return (await newest.execute()).toReversed()
}

export const isBroadcast = async (tx: Tx, id: string): Promise<boolean> =>
  (await on(tx).selectFrom('broadcast_messages').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

export const lockBroadcast = (tx: Tx, id: string): Promise<Broadcast | undefined> =>
  on(tx).selectFrom('broadcast_messages').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertBroadcast = (tx: Tx, row: Insertable<BroadcastRow>): Promise<Broadcast> =>
  on(tx).insertInto('broadcast_messages').values(row).returning(COLUMNS).executeTakeFirstOrThrow()

export const updateBroadcast = (tx: Tx, id: string, patch: Updateable<BroadcastRow>) =>
  on(tx).updateTable('broadcast_messages').set(patch).where('id', '=', id).execute()

/** Once is enough. */
export const insertDismissal = (tx: Tx, row: Tables['dismissed_messages']) =>
  on(tx)
    .insertInto('dismissed_messages')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()

export const toAnswer = ({ created_at, modified_at, ...row }: Broadcast): BroadcastMessage => ({
  ...row,
  created_at: created_at.toISOString(),
  modified_at: modified_at.toISOString(),
})
