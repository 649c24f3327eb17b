import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { on } from '../tables.ts'

/** The secrets that sign for a webhook now, sealed: the one that counts, and those that were replaced, latest first. */
export const readSecrets = async (db: Db, id: string, now: Date): Promise<string[]> => {
  const current = on(db)
    .selectFrom('webhooks')
    .where('id', '=', id)
    .select([
      'secret_sealed',
      sql<unknown>`'infinity'::timestamptz`.as('until'),
      sql<string>`0::bigint`.as('nr'),
    ])
  const former = on(db)
    .selectFrom('webhook_former_secrets')
    .where('webhook_id', '=', id)
    .where('until', '>', now)
    .select(['secret_sealed', sql<unknown>`until`.as('until'), 'nr'])
  const all = await current.unionAll(former).orderBy('until', 'desc').orderBy('nr', 'desc').execute()
  return all.map(({ secret_sealed }) => secret_sealed)
}

/** For the start: a sealed text, where there is any, to try the key on. */
export const sealedOfWebhooks = async (db: Db): Promise<string[]> => {
  const rows = await on(db).selectFrom('webhooks').select('secret_sealed').limit(1).execute()
  return rows.map(({ secret_sealed }) => secret_sealed)
}

/** What is the secret so far signs until then; those that have ended are forgotten. Answers how many still sign. */
export const keepFormerSecret = async (
  tx: Tx,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<number> => {
  const former = on(tx).selectFrom('webhooks').where('id', '=', id)
  await on(tx)
    .deleteFrom('webhook_former_secrets')
    .where('webhook_id', '=', id)
    .where('until', '<=', now)
    .execute()
  await on(tx)
    .insertInto('webhook_former_secrets')
    .columns(['webhook_id', 'secret_sealed', 'until'])
    .expression(former.select(['id', 'secret_sealed', sql<Date>`${until}::timestamptz`.as('until')]))
    .execute()
  const left = on(tx).selectFrom('webhook_former_secrets').where('webhook_id', '=', id)
  return Number((await left.select((eb) => eb.fn.countAll().as('n')).executeTakeFirst())?.n)
}
