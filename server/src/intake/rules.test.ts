import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type RuleWrite, rules } from '#contract/shaping/rules.ts'
import { buildDocument, documentOf, line, payload, submit } from '../../test/build.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'
import { timedRules } from '../shaping/rules-in-force.ts'

const world = await createWorld()
const devi = world.as('devi')

beforeEach(async () => {
  await sql`TRUNCATE validation_rules, document_rule_sets CASCADE`.execute(world.db)
  timedRules.forget(world.db)
})

const make = async (given: Partial<RuleWrite> = {}) => {
  const rule = {
    field: 'contract_number',
    condition: 'regex',
    value: 'C-[0-9]+',
    error_message: 'C-1, please.',
  }
  const { status, body, text } = await devi.callWrongly(rules.create, { body: { ...rule, ...given } })
  expect(status, text).toBe(201)
  return body
}

describe('a rule', () => {
  test.each(['aminah', 'key'] as const)(
    'refuses what breaks it at its field, and takes what does not: %s',
    async (who) => {
      await make()
      const before = await storedIn(world)
      const source = who === 'key' ? 'ERP' : 'UI'
      expect(await submit(world, who, payload({ source, contract_number: 'X' }))).toMatchObject({
        status: 400,
        body: { contract_number: ['C-1, please.'] },
      })
      expect(await storedIn(world)).toEqual(before)
      expect((await submit(world, who, payload({ source, contract_number: 'C-7' }))).status).toBe(200)
    },
  )

  test('holds for each line, and is told at those that break it', async () => {
    await make({ field: 'items.quantity', condition: '>', value: '5', error_message: 'More than 5.' })
    const items = [line({ quantity: '6' }), line({ quantity: '5' }), line({ quantity: '1' })]
    const { body } = await submit(world, 'aminah', payload({ items }))
    expect([body['items.0.quantity'], body['items.1.quantity'], body['items.2.quantity']]).toEqual([
      undefined,
      ['More than 5.'],
      ['More than 5.'],
    ])
  })

  test('sees the document as it would be stored: mapped, with its totals, by name', async () => {
    await make({ condition: 'formula', value: 'total_payable_amount == 137.50 && customer.state == "14"' })
    const taken = await submit(world, 'aminah', payload({ customer: { state: 'Kuala Lumpur' } }))
    expect(taken.status, taken.text).toBe(200)
    const items = [line({ quantity: '11' })]
    expect((await submit(world, 'aminah', payload({ items }))).status).toBe(400)
  })

  test('is asked only when our own checks find nothing', async () => {
    await make()
    const { body } = await submit(world, 'aminah', payload({ invoice_currency: 'ZZZ' }))
    expect([body.invoice_currency, body.contract_number]).toEqual([[expect.any(String)], undefined])
  })

  test('of the number waits for who brings one', async () => {
    await make({ field: 'invoice_number', value: 'ERP-[0-9]+', error_message: 'ERP-1, please.' })
    expect((await submit(world, 'aminah', payload())).status).toBe(200)
    const named = await submit(world, 'key', payload({ source: 'ERP', invoice_number: 'X-1' }))
    expect(named.body.invoice_number).toEqual(['ERP-1, please.'])
  })

  test('judges files too, by row, also when they are only checked', async () => {
    await make()
    const csv = csvOf([row('R-1', { contract_number: 'C-1' }), row('R-2', { contract_number: 'X' })])
    const { body } = await upload(world, 'aminah', csv)
    expect(body).toMatchObject({
      Invoice_Numbers: ['R-1'],
      errors: [
        { invoice_number: 'R-2', errors: [{ details: { 'row 3, contract_number': ['C-1, please.'] } }] },
      ],
    })
  })

  test('is judged again in an edit', async () => {
    const { id } = await buildDocument(world, { status: 'Approval Rejected', contract_number: 'X' })
    await make()
    const edit = (contract_number: string) => submit(world, 'aminah', payload({ uuid: id, contract_number }))
    expect((await edit('X')).status).toBe(400)
    expect((await edit('C-2')).status).toBe(200)
    expect((await documentOf(world, id)).content.contract_number).toBe('C-2')
  })

  test('ends with the next document when it is deleted', async () => {
    const { id } = await make()
    await devi.call(rules.remove, { params: { id } })
    expect((await submit(world, 'aminah', payload())).status).toBe(200)
  })
})

test('a document keeps by which versions it was checked, each revision its own', async () => {
  const first = await make()
  const { body } = await submit(world, 'aminah', payload({ contract_number: 'C-1' }))
  await devi.callWrongly(rules.update, { params: { id: first.id }, body: { ...first, value: 'C-.+' } })
  await submit(world, 'aminah', payload({ contract_number: 'C-x' }))
  const { rows } = await sql<{ versions: string; document_id: string }>`
    SELECT document_id, versions FROM document_rule_sets JOIN rule_sets s ON s.id = rule_set_id
    ORDER BY rule_set_id`.execute(world.db)
  expect(rows.map(({ versions }) => versions)).toEqual([`${first.id}:1`, `${first.id}:2`])
  expect(rows[0]?.document_id).toBe(body.UUIDs[0])
})

test('hostile rules over the longest document hold others up no longer than any call may', async () => {
  for (const letter of 'bcdefghijklmnopqrstuvwxyz')
    await make({ field: 'items.item_description', value: `(.{0,12}a){0,7}${letter}?`, error_message: 'No.' })
  const items = Array.from({ length: 300 }, () => line({ item_description: 'ab'.repeat(90) }))
  const rounds = watchRounds()
  expect((await submit(world, 'aminah', payload({ items }))).status).toBe(400)
  expect(rounds.longest_us()).toBeLessThan(ROUND_US_MAX)
})

/** As `npm run test:bounds` has it for every call. */
const ROUND_US_MAX = 125_000

/** Time of the processor alone, so that a busy machine does not count. */
const cpu_us = () => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** How long the longest round of the event loop took since then. */
const watchRounds = () => {
  let [before_us, longest_us, watching] = [cpu_us(), 0, true]
  const next = () => {
    longest_us = Math.max(longest_us, cpu_us() - before_us)
    before_us = cpu_us()
    if (watching) setImmediate(next)
  }
  setImmediate(next)
  return {
    longest_us: () => {
      watching = false
      return longest_us
    },
  }
}
