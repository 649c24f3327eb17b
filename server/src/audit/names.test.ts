import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { migrate } from '../platform/db/migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const UPGRADE = '-audit-names.sql'

test('events from before the upgrade get the names that can still be known', async () => {
  const { db } = await testDatabase({ empty: true })
  const folder = await mkdtemp(join(tmpdir(), 'lulus-migrations-'))
  const files = (await readdir(MIGRATIONS)).toSorted()
  const former = files.slice(
    0,
    files.findIndex((file) => file.endsWith(UPGRADE)),
  )
  for (const file of former) await cp(join(MIGRATIONS, file), join(folder, file))
  await migrate(db, folder)
  await sql`
    WITH person AS (INSERT INTO users (username, email, first_name, last_name, access_type, created_at)
      VALUES ('devi', 'devi@lulus.example', 'Devi', 'Krishnan', 'superadmin', now()) RETURNING id)
    INSERT INTO audit_events (at, user_id, action, target_kind, target_id, field)
    SELECT now(), id, 'update', 'setting', 'poll.interval_ms', '1' FROM person
    UNION ALL SELECT now(), NULL, 'update', 'entity', gen_random_uuid()::text, '2'`.execute(db)
  await migrate(db, MIGRATIONS)
  const { rows } = await sql`SELECT actor_name, target_name FROM audit_events ORDER BY field`.execute(db)
  expect(rows).toEqual([
    { actor_name: 'Devi Krishnan', target_name: 'poll.interval_ms' },
    { actor_name: 'Lulus', target_name: '' },
  ])
  await rm(folder, { recursive: true })
})
