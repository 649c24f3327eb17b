import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#domain/time/units.ts'
import { startSimulator } from '../../../simulator/src/start.ts'
import { testDatabase } from '../../test/database.ts'
import { SECRET_KEY, UNREACHABLE } from '../../test/world.ts'
import { openGate } from '../authority/wire/gate.ts'
import { ask } from '../entities/access/equip.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { openLog } from '../platform/log/log.ts'
import { readSetting } from '../settings/read.ts'
import { writeSetting } from '../settings/write.ts'
import { createEngine } from '../worker.ts'
import { seedDemo } from './seed.ts'
import { seedHistory } from './seed-history.ts'

const box = secretBox(SECRET_KEY)
const now = systemClock.now()
const log = openLog('silent')

describe('a first start', () => {
  it('without a simulator makes the accounts all the same and leaves the past to the next start', async () => {
    const { db } = await testDatabase()
    const parts = { db, box, log, simulator_url: UNREACHABLE }
    const engineOn = (on: Clock) => createEngine({ ...parts, clock: on, gate: openGate() })
    const seeded = await seedDemo({ ...parts, now, password: undefined, engineOn })
    expect(seeded.password).toBe('invented')
    const { rows } = await sql<{ users: number; documents: number }>`
      SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM documents) AS documents`.execute(
      db,
    )
    expect(rows[0]).toEqual({ users: 7, documents: 0 })
    expect(await readSetting(db, 'demo.history')).toBe('none')
  })

  it('that was interrupted is not played on; only the simulator’s clock is put right', async () => {
    const simulator = await startSimulator()
    onTestFinished(() => simulator.close())
    const { db } = await testDatabase()
    const clockUrl = `${simulator.url}/_sim/clock`
    await ask(clockUrl, z.unknown(), { advance_ms: -DAY_MS })
    await writeSetting(db, { caller: undefined, key: 'demo.history', value: 'begun', now })
    const parts = { db, box, log, simulator_url: simulator.url }
    await seedHistory({
      ...parts,
      now,
      engineOn: (on) => createEngine({ ...parts, clock: on, gate: openGate() }),
    })
    expect(await ask(clockUrl, z.unknown(), { advance_ms: 0 })).toMatchObject({ offset_ms: 0 })
    expect(await readSetting(db, 'demo.history')).toBe('done')
  })
})
