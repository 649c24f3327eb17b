import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { tins } from '#contract/tins.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { clearFaults, planFault } from '../../test/simulator.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { inTransaction } from '../platform/db/database.ts'
import { knownAnswers } from './known.ts'
import { putAnswer } from './rows.ts'

const world = await createWorld({ simulator: true })
const { kinabalu, selat } = world.company.entities

const { tin_no, identity_number } = ENTITIES.selat
const PAIR = { tin: tin_no, id_type: 'BRN', id_value: identity_number, sender_entity_id: kinabalu }

const ask = (given: object = {}, who: Who = 'aminah') =>
  world.as(who).call(tins.validate, { query: { ...PAIR, ...given } })

/** How many answers were asked for anew is seen by a planned fault: only a call meets it. */
const whileDown = async (given: object = {}) => {
  await planFault(world, 'validate', '503')
  const { body } = await ask(given)
  await clearFaults(world)
  return body
}

afterEach(() => sql`DELETE FROM tin_answers`.execute(world.db))

describe('a TIN', () => {
  test('matches its number', async () => {
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body).toEqual({ answer: 'matches', checked_at: world.clock.now().toISOString(), why: '' })
  })

  test('does not match another number', async () => {
    expect((await ask({ id_value: '199901000001' })).body).toEqual({
      answer: 'does_not_match',
      checked_at: world.clock.now().toISOString(),
      why: 'LHDN knows no taxpayer with this TIN and this number.',
    })
  })

  test.each([
    [{ tin: 'EI00000000010' }, 'General TINs are not checked.'],
    [{ id_type: 'NA', id_value: 'NA' }, 'Without an identity number there is nothing to compare with.'],
    [
      { tin: 'IG56003500070', id_type: 'NRIC', id_value: '000000000000' },
      'Without an identity number there is nothing to compare with.',
    ],
    [{ tin: 'nonsense' }, 'This is no valid TIN.'],
  ])('is not asked about where the answer is known: %o', async (given, why) => {
    expect(await whileDown(given)).toEqual({ answer: 'not_checked', checked_at: null, why })
  })
})

describe('an answer', () => {
  test('is kept for 30 days when it matches', async () => {
    const { body } = await ask()
    world.clock.advance(30 * DAY_MS - 1)
    expect(await whileDown()).toEqual(body)
    world.clock.advance(1)
    expect(await whileDown()).toMatchObject({ answer: 'not_checked' })
    expect((await ask()).body.checked_at).toBe(world.clock.now().toISOString())
  })

  test('is kept for one day when it does not', async () => {
    const wrong = { id_value: '199901000001' }
    const { body } = await ask(wrong)
    world.clock.advance(DAY_MS - 1)
    expect(await whileDown(wrong)).toEqual(body)
    world.clock.advance(1)
    expect(await whileDown(wrong)).toMatchObject({ answer: 'not_checked' })
  })

  test('of one company is not shown to another', async () => {
    await ask()
    world.clock.advance(DAY_MS)
    const other = (await ask({ sender_entity_id: selat }, 'chong')).body
    expect(other.checked_at).toBe(world.clock.now().toISOString())
  })

  test.each(['503', '502-html', '429', '401', 'reset-before', '403'])(
    'is missing, never "no", when the authority answers %s',
    async (fault) => {
      await planFault(world, 'validate', fault, 2)
      const { status, body } = await ask()
      await clearFaults(world)
      expect(status).toBe(200)
      expect(body).toMatchObject({ answer: 'not_checked', checked_at: null })
      expect(body.why).toMatch(/.{10}/)
      expect((await ask()).body.answer).toBe('matches')
    },
  )

  test('that was kept of a person without NRIC is told no more', async () => {
    const asked = ['000000000000', '770625015324'].map((id_value) => ({
      ...{ sender_entity_id: kinabalu, environment: 'simulator' as const },
      ...{ tin: 'IG56003500070', id_type: 'NRIC', id_value },
    }))
    const now = world.clock.now()
    await inTransaction(world.db, async (tx) => {
      for (const one of asked) await putAnswer(tx, { ...one, answer: 'does_not_match', checked_at: now })
    })
    expect(await knownAnswers(world.db, now, asked)).toEqual([
      { answer: 'not_checked', checked_at: null },
      { answer: 'does_not_match', checked_at: now.toISOString() },
    ])
  })

  test('is missing while the company has no credentials', async () => {
    const quiet = await createWorld()
    const sender_entity_id = quiet.company.entities.kinabalu
    const query = { ...PAIR, sender_entity_id }
    expect((await quiet.as('aminah').call(tins.validate, { query })).body).toEqual({
      answer: 'not_checked',
      checked_at: null,
      why: 'The LHDN credentials of this company are missing.',
    })
  })
})

test('a foreign company does not exist', async () => {
  expect((await ask({}, 'chong')).status).toBe(404)
})

test('it is for those who write documents', async () => {
  expect((await ask({}, 'bakri')).status).toBe(403)
  expect((await ask({}, 'nobody')).status).toBe(401)
})

test('it needs the whole question', async () => {
  const { status, body } = await world.as('aminah').callWrongly(tins.validate, { query: { tin: 'x' } })
  expect(status).toBe(400)
  expect(Object.keys(body)).toEqual(expect.arrayContaining(['id_type', 'id_value', 'sender_entity_id']))
})
