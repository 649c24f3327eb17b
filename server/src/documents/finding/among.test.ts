import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { amongOf, documentIsAmong } from './among.ts'
import { UNFILTERED } from './matching.ts'

test.each([true, false])(
  'those told apart are hashed, however many the planner expects: %s',
  async (others) => {
    const world = await createWorld()
    const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
    const ids = sql`SELECT gen_random_uuid() AS id FROM generate_series(1, 5000000)`
    const among = { ids, left: UNFILTERED, others }
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN WITH ${sql.join(amongOf(among))}
    SELECT count(*) FROM documents WHERE ${documentIsAmong(by, among)}`.execute(world.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('hashed SubPlan')
  },
)
