import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { openPool } from './pool.ts'

test('no statement is compiled, which takes longer than most of them', async () => {
  const { connection, log } = await createWorld()
  const pool = openPool(connection, { pool_max: 1, log })
  const { rows } = await pool.query("SELECT current_setting('jit') AS jit")
  expect(rows).toEqual([{ jit: 'off' }])
  await pool.end()
})
