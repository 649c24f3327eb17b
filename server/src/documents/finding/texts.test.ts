import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { contains, containsByIndex, containsSmall } from './texts.ts'

test.each([
  ['INV-0012', '0012', true],
  ['INV-0012', 'inv-', true],
  ['Syarikat ÉTOILE', 'étoile', true],
  ['Syarikat étoile', 'ÉTO', true],
  ['2019-7', '20197', false],
  ['100%', '0%', true],
  ['1000', '0%', false],
  ['七星 10', '七星', true],
])('%s, looked for by %s', async (value, text, is_found) => {
  const { db } = await createWorld()
  for (const [kept, condition] of [
    [sql`${value}::text`, contains('one', text)],
    [sql`${value}::text`, containsByIndex('one', text)],
    [sql`lower(${value}::text)`, containsSmall('one', text)],
  ]) {
    const { rows } = await sql`SELECT FROM (SELECT ${kept} AS one) AS row WHERE ${condition}`.execute(db)
    expect(rows.length > 0).toBe(is_found)
  }
})
