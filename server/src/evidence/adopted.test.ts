import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { MIGRATIONS } from '../../test/global-setup.ts'
import { migrate } from '../platform/db/migrate.ts'
import { RECORD_KINDS } from '../worker.ts'
import { verify } from './verify.ts'

const UPGRADE = '-evidence-chain.sql'
const TEXTS = ['', 'a "b" \\ c', 'tab\tnewline\n\u0001\u001f\u007f', 'é 漢 \u2028 😀', '</script>']

test('what there was before the chain is adopted by the upgrade, whatever it says', async () => {
  const { db } = await testDatabase({ empty: true })
  const folder = await mkdtemp(join(tmpdir(), 'lulus-migrations-'))
  const files = (await readdir(MIGRATIONS)).toSorted()
  const upgrade = files.findIndex((file) => file.endsWith(UPGRADE))
  for (const file of files.slice(0, upgrade)) await cp(join(MIGRATIONS, file), join(folder, file))
  await migrate(db, folder)
  await sql`
    WITH entity AS (
      INSERT INTO sender_entities (entity_code, name, tin_no, identity_type, identity_number, environment,
        created_at, modified_at)
      VALUES ('1234567890123456', 'Lama', 'C1', 'BRN', '1', 'simulator', now(), now()) RETURNING id),
    sent AS (INSERT INTO submissions (sender_entity_id, environment, sender_slot, state, intended_at, answer)
      SELECT id, 'simulator', 'one', 'refused', now(), t FROM entity, unnest(${TEXTS}::text[]) AS t)
    INSERT INTO audit_events (at, action, target_kind, target_id, target_name, actor_name, actor_email,
      actor_is_admin, sender_entity_id, old_value)
    SELECT now() + n * interval '1 microsecond', 'update', 'entity', id, 'Lama', 'Lulus', '', false,
      CASE WHEN n % 2 = 0 THEN id END, t
    FROM entity, unnest(${TEXTS}::text[]) AS t, generate_series(1, 300) AS n`.execute(db)
  await migrate(db, MIGRATIONS)
  const anchors = { list: async () => [], read: async () => '', add: async () => false }
  expect(await verify(db, { kinds: RECORD_KINDS, anchors })).toEqual({
    intact: true,
    // Of 750 events of a company and 750 of none two links each, and one of the answers.
    checked: { strands: 2, links: 5, records: 1505, anchors: 0 },
    first_problem: null,
  })
  const { rows } = await sql`SELECT DISTINCT adopted FROM chain_links`.execute(db)
  expect(rows).toEqual([{ adopted: true }])
  await rm(folder, { recursive: true })
})
