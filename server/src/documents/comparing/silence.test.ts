import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, faultsLeft, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { ENTITIES } from '../../demo/company.ts'
import { releaseHeld } from '../deciding/release-held.ts'
import { on } from '../store/tables.ts'
import { compare } from './compare.job.ts'
import { backUp, comeBack, sendAll } from './fixtures/restoring.ts'
import { giveSign } from './silence.ts'
import { skipComparisons } from './skip.ts'

const REFUSED = /first asks LHDN what it has received since.*It keeps asking/

let world: World

beforeEach(async () => {
  world = await createWorld({ simulator: true })
  await giveSign(world.engine)
})

/** What is still to be compared where something can be sent. */
const open = () =>
  on(world.db).selectFrom('comparisons').where('environment', '=', 'simulator').selectAll().execute()

describe('after nobody was there', () => {
  it('nothing is sent until LHDN has said what it has; what waits for long is shown on hold', async () => {
    const { id, sender_entity_id } = await buildDocument(world, { status: 'Approved' })
    world.clock.advance(HOUR_MS)
    // Before anybody has noticed.
    expect((await sendAll(world, id)).status).toBe('Approved')
    await giveSign(world.engine)
    await planFault(world, 'search', '503', 9)
    await compare(world.engine)
    expect((await sendAll(world, id)).status).toBe('Approved')
    for (const _ of Array.from({ length: 31 })) {
      world.clock.advance(MINUTE_MS)
      await giveSign(world.engine)
    }
    const waiting = await sendAll(world, id)
    expect(waiting).toMatchObject({
      status: 'OnHold',
      status_message: expect.stringContaining('first asks LHDN what it has received since'),
    })
    await releaseHeld(world.engine, { sender_entity_id })
    expect((await documentOf(world, id)).status).toBe('OnHold')

    await clearFaults(world)
    await compare(world.engine)
    await releaseHeld(world.engine, { sender_entity_id })
    expect((await sendAll(world, id)).status).toBe('Validated')
  })

  it('and the database is as it was, nothing is found', async () => {
    const sent = await buildDocument(world, { status: 'Validated' })
    const waiting = await buildDocument(world, { status: 'Approved' })
    await comeBack(world)
    expect(await open()).not.toEqual([])
    await compare(world.engine)
    expect(await open()).toEqual([])
    expect(await on(world.db).selectFrom('found_documents').selectAll().execute()).toEqual([])
    expect((await sendAll(world, waiting.id)).status).toBe('Validated')
    expect(await ledgerOf(world, sent.invoice_number)).toHaveLength(1)
  })

  it('and LHDN refuses to be searched, what waits is shown on hold at once, with its reason', async () => {
    const { id, sender_entity_id } = await buildDocument(world, { status: 'Approved' })
    await comeBack(world)
    await planFault(world, 'search', '403', 9)
    await compare(world.engine)
    expect(await sendAll(world, id)).toMatchObject({
      status: 'OnHold',
      status_message: expect.stringMatching(REFUSED),
    })
    await clearFaults(world)
    await compare(world.engine)
    await releaseHeld(world.engine, { sender_entity_id })
    expect((await sendAll(world, id)).status).toBe('Validated')
  })

  describe('whoever knows that nothing was sent since', () => {
    const { kinabalu, selat } = ENTITIES
    const skip = (really: boolean, tin_no?: string) => {
      const now = world.clock.now()
      return skipComparisons({ db: world.db, now, really, tin_no })
    }
    const namesOf = (told: readonly { name: string; environment: string }[]) =>
      told.map(({ name, environment }) => [name, environment])
    /** How many are open that wait for credentials. */
    const waiting = async () => {
      const rows = on(world.db).selectFrom('comparisons').where('environment', '<>', 'simulator')
      return (await rows.select('environment').execute()).length
    }

    it('may have it go on; what waits for credentials waits on, and who did so stands in the audit log', async () => {
      const { id } = await buildDocument(world, { status: 'Approved' })
      await comeBack(world)
      const both = [
        [kinabalu.name, 'simulator'],
        [selat.name, 'simulator'],
      ]
      const told = await skip(false)
      expect(namesOf(told)).toEqual(both)
      expect((await sendAll(world, id)).status).toBe('Approved')
      expect(namesOf(await skip(true))).toEqual(both)
      expect(await open()).toEqual([])
      expect(await waiting()).toBe(4)
      expect((await sendAll(world, id)).status).toBe('Validated')
      const { rows } = await sql`SELECT actor_name, action, field, old_value, new_value FROM audit_events
        WHERE target_kind = 'entity' AND target_name = ${kinabalu.name} ORDER BY nr DESC LIMIT 1`.execute(
        world.db,
      )
      expect(rows).toEqual([
        {
          ...{ actor_name: 'Lulus', action: 'update', field: 'simulator.comparison' },
          old_value: `since ${told[0]?.began_at.toISOString()}`,
          new_value: 'skipped',
        },
      ])
    })

    it('may name one company alone, and where nothing is named nothing is skipped', async () => {
      await comeBack(world)
      expect(await skip(true, 'C00000000000')).toEqual([])
      expect(await open()).toHaveLength(2)
      expect(namesOf(await skip(true, selat.tin_no))).toEqual([[selat.name, 'simulator']])
      expect(await open()).toMatchObject([{ sender_entity_id: world.company.entities.kinabalu }])
      await sql`DELETE FROM entity_secrets`.execute(world.db)
      expect(await skip(true)).toEqual([])
      expect(await open()).toHaveLength(1)
    })
  })

  it('who does not answer is asked again each minute while something waits, else once an hour', async () => {
    const asked = async () => {
      const before = await faultsLeft(world, 'search')
      world.clock.advance(MINUTE_MS)
      await compare(world.engine)
      return before - (await faultsLeft(world, 'search'))
    }
    await comeBack(world)
    await planFault(world, 'search', '503', 99)
    expect([await asked(), await asked()]).toEqual([2, 0])
    const { id } = await buildDocument(world, { status: 'Approved' })
    expect([await asked(), await asked()]).toEqual([1, 1])
    expect((await sendAll(world, id)).status).toBe('Approved')
    world.clock.advance(HOUR_MS)
    expect(await asked()).toBe(2)
  })

  it('for two minutes, nothing is asked', async () => {
    world.clock.advance(2 * MINUTE_MS)
    await giveSign(world.engine)
    expect(await open()).toEqual([])
  })

  it('twice, it is looked as far back as the first time', async () => {
    await comeBack(world)
    const [first] = await on(world.db).selectFrom('comparisons').selectAll().execute()
    await comeBack(world)
    const [second] = await on(world.db).selectFrom('comparisons').selectAll().execute()
    expect(second?.round_from).toEqual(first?.round_from)
    expect(second?.slice_to.getTime()).toBeGreaterThan((first?.slice_to.getTime() ?? 0) + HOUR_MS - MINUTE_MS)
  })

  it('for two months, spans are asked for that a search takes', async () => {
    const lost = await buildDocument(world, { status: 'Approved' })
    const restore = await backUp(world)
    await sendAll(world, lost.id)
    await restore()
    world.clock.advance(65 * 24 * HOUR_MS)
    await giveSign(world.engine)
    await compare(world.engine)
    expect(await open()).toEqual([])
    expect((await on(world.db).selectFrom('found_documents').selectAll().execute()).length).toBe(1)
  })
})
