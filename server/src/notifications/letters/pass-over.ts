import { sql } from 'kysely'
import type { KindKey } from '#domain/notifications/kinds.ts'
import type { Tx } from '../../platform/db/database.ts'

/** What stands of these kinds is told to a person by no letter of its own: as if one had told it already. */
export const passOver = async (
  tx: Tx,
  { user_id, kinds, now }: { user_id: string; kinds: readonly KindKey[]; now: Date },
): Promise<void> => {
  if (kinds.length === 0) return
  await sql`
    INSERT INTO notice_letters (user_id, about, after_seq, to_seq, made_at, settled_at)
    SELECT ${user_id}, n.kind, l.told, max(n.seq), ${now}, ${now}
    FROM notices n CROSS JOIN LATERAL (
      SELECT COALESCE(max(to_seq), 0) AS told FROM notice_letters WHERE user_id = ${user_id} AND about = n.kind) l
    WHERE n.kind = ANY(${[...kinds]}::text[])
    GROUP BY n.kind, l.told HAVING max(n.seq) > l.told
    ON CONFLICT (user_id, about, after_seq) DO NOTHING`.execute(tx)
}
