import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { changeRequests } from '#contract/people/change-requests.ts'
import { rules } from '#contract/shaping/rules.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { buildDocument, line } from '../../test/build.ts'
import { createWorld, NOON, type Who } from '../../test/world.ts'
import { recentDocuments } from '../documents/reading/recent.ts'
import { judgeBatch } from './trial.ts'

const world = await createWorld()

/** So many documents: `TRIAL=all` plays what an answer within three seconds is promised for. */
const MANY = process.env.TRIAL === 'all' ? 100_000 : 3_000
const PIECE = 1_000

const RULE = { field: 'document_remarks', condition: 'regex', value: '', error_message: 'No remarks.' }
const trial = (given: object = {}, who: Who = 'devi') =>
  world.as(who).callWrongly(rules.trial, { body: { ...RULE, value: 'A.*', ...given } })

/** Copies of one document, so many with these remarks, in a status, of a store, made so many days ago. */
const copies = (
  count: number,
  remarks: string,
  given: { status?: string; store?: string; days?: number } = {},
) => {
  const { status = 'Pending Approval', store = 'KUL01', days = 1 } = given
  const made = new Date(NOON.getTime() - days * DAY_MS)
  const validated = status === 'Validated' ? made : null
  return sql`
    INSERT INTO documents (sender_entity_id, store_code_id, sender_store_code, invoice_type, document_type,
      selfbilling, source, invoice_number, invoice_date, submit_by, invoice_currency, total_payable_amount,
      supplier_name, buyer_name,
      buyer_tin_no, buyer_id_no, buyer_email, agent_number, contract_number, content, content_hash, status, environment,
      lane, created_by_name, created_at, modified_at, validated_at)
    SELECT sender_entity_id, ${world.company.stores[store as 'KUL01']}::uuid, ${store}, invoice_type, document_type,
      selfbilling, source, ${remarks}::text || n || ${status}::text || ${store}::text, invoice_date,
      submit_by, invoice_currency,
      total_payable_amount, supplier_name, buyer_name, buyer_tin_no, buyer_id_no, buyer_email, agent_number,
      contract_number, jsonb_set(content, '{document_remarks}', to_jsonb(${remarks}::text)), content_hash, ${status},
      environment, lane, created_by_name, ${made}::timestamptz - n * interval '1 ms', modified_at,
      ${validated}::timestamptz
    FROM documents, generate_series(1, ${count}::int) n WHERE id = ${original}`.execute(world.db)
}
let original = ''

/** The rounds of the event loop, counted while the work goes on. */
const countRounds = () => {
  let round = 0
  const count = () => {
    round++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return { now: () => round, stop: () => clearImmediate(next) }
}

beforeAll(async () => {
  original = (await buildDocument(world, { document_remarks: 'A' })).id
})

test('tells how many of the last 90 days it would have stopped: valid ones, invalid ones, others', async () => {
  await copies(10, 'A valid', { status: 'Validated' })
  await copies(2, 'B valid', { status: 'Validated' })
  await copies(3, 'B invalid', { status: 'Invalid', days: 40 })
  await copies(4, 'B pending')
  await copies(5, 'B old', { days: 91 })
  const { status, body, text } = await trial()
  expect(status, text).toBe(200)
  expect(body).toMatchObject({
    ...{ judged: 20, complete: true, since: '2026-06-05' },
    ...{ stopped: 9, stopped_valid: 2, stopped_invalid: 3, second_person: false },
  })
  expect(body.documents).toHaveLength(9)
  expect(body.documents[0]).toMatchObject({
    ...{ buyer_name: 'Perniagaan Seri Jaya Sdn Bhd', field: 'document_remarks', message: 'No remarks.' },
    ...{ status: expect.any(String), invoice_number: expect.stringMatching(/^B (?:pending|valid)/) },
  })
})

test('counts and lists what the caller may see', async () => {
  await copies(20, 'B elsewhere', { status: 'Validated', store: 'PEN01' })
  const own = (await trial({}, 'ezra')).body
  expect([own.judged, own.stopped, own.sees_all]).toEqual([20, 20, false])
  const all = (await trial()).body
  expect([all.judged, all.stopped, all.second_person, all.sees_all]).toEqual([40, 29, true, true])
})

test.each<[string, string]>([
  ['nobody would have been stopped', 'document_remarks != "X"'],
  ['others would have been', '!document_remarks.startsWith("A")'],
])('says nothing of documents that the caller may not see: %s', async (_what, value) => {
  const rule = { condition: 'formula', value }
  const { judged, stopped, second_person } = (await trial(rule, 'ezra')).body
  expect({ judged, stopped, second_person }).toEqual({ judged: 20, stopped: 0, second_person: true })
  const saved = await world.as('ezra').callWrongly(rules.create, { body: { ...RULE, ...rule } })
  expect([saved.status, saved.body.code, saved.body.detail]).toEqual([
    409,
    'second_person_needed',
    'A rule holds for all departments, and you do not have all of them. Another person must approve it: ' +
      'please ask for it with a reason.',
  ])
})

test.each<[object, number]>([
  [{ field: 'items.quantity', condition: '>', value: '10' }, 40],
  [
    { field: 'items.quantity', condition: 'formula', value: 'line.quantity == 10 && total_tax_amount > 0' },
    0,
  ],
  [{ condition: 'formula', value: 'customer.city == "Kuala Lumpur" && sender.country == "MYS"' }, 0],
  [{ condition: 'formula', value: 'items.all(i, i.tax_type == "01")' }, 0],
  [{ condition: 'formula', value: 'size(items) > 1' }, 40],
  [{ field: 'customer.zipcode', condition: '=', value: '50400' }, 0],
  [{ field: 'selfbilling', condition: '=', value: 'true' }, 40],
])('reads of each document what %o looks at', async (given, stopped) => {
  expect((await trial(given)).body).toMatchObject({ judged: 40, stopped })
})

test('others are answered between the lines of one document, and none is judged after the first breach', async () => {
  const rounds = countRounds()
  const judged: number[] = []
  const bytes = Buffer.alloc(1_000_000)
  const compiled = {
    ...{ ...RULE, field: 'items.item_description', condition: 'regex' as const },
    test: (text: string) => {
      judged.push(rounds.now())
      return createHash('sha256').update(bytes).digest('hex') !== '' && text !== 'B'
    },
  }
  const texts = Array.from({ length: 325 }, (_, at) => (at === 300 ? 'B' : 'A'))
  const breaches: unknown[] = []
  const tally = {
    ...{ read: () => 0, sees: () => true },
    count: (_row: unknown, breach: unknown) => void breaches.push(breach),
  }
  const [row] = await recentDocuments(world.db, {
    since: new Date(0),
    parts: ['items'],
    after: undefined,
    limit: 1,
  })
  if (!row) throw new Error('There is no document.')
  const content = { items: texts.map((item_description) => line({ item_description })) }
  // A row has what the rule looks at alone.
  const batch = [{ ...row, content: content as unknown as typeof row.content }]
  const wanted = { compiled, tally, until_ms: Number.POSITIVE_INFINITY }
  expect(await judgeBatch(batch, wanted)).toBe(true)
  rounds.stop()
  expect(breaches).toMatchObject([{ field: 'items.300.item_description', message: 'No remarks.' }])
  expect(judged).toHaveLength(301)
  expect(new Set(judged).size).toBeGreaterThan(3)
  expect(await judgeBatch(batch, { ...wanted, until_ms: performance.now() + 1 })).toBe(false)
})

test('one that cannot be compiled is refused with the place', async () => {
  expect(await trial({ value: '(A' })).toMatchObject({
    status: 400,
    body: { value: ['A closing ) is missing. (position 3, at the end)'] },
  })
})

test('a rule that stops more than a fifth of the valid documents is saved by a second person', async () => {
  const stops = { ...RULE, value: 'A.*' }
  const alone = await world.as('devi').callWrongly(rules.create, { body: stops })
  expect([alone.status, alone.body.code, alone.body.detail]).toEqual([
    409,
    'second_person_needed',
    'This rule would have stopped more than 20 % of the valid documents of the last 90 days. ' +
      'Another person must approve it: please ask for it with a reason.',
  ])
  const asked = await world.as('devi').callWrongly(rules.ask, { body: { ...stops, reason: 'Head office.' } })
  expect(asked.status, asked.text).toBe(201)
  expect((await world.as('devi').call(rules.list, { query: {} })).body.results).toEqual([])
  const decide = (who: Who) =>
    world.as(who).call(changeRequests.decide, {
      body: { approval_id: asked.body.id, decision: 'approve', rejection_reason: '' },
    })
  expect((await decide('devi')).status).toBe(409)
  const [waiting] = (await world.as('farid').call(changeRequests.list, { query: {} })).body
  expect(waiting).toMatchObject({
    ...{
      model_name: 'Validation Rule',
      target_name: 'Remarks regex',
      action: 'create',
      reason: 'Head office.',
    },
    // The number that made the request necessary, as it was when it was made.
    trial: { judged: 40, complete: true, stopped: 29, stopped_valid: 22 },
    data: { name: 'document_remarks' },
    changes: expect.arrayContaining([{ field: 'value', old_value: '', new_value: 'A.*' }]),
  })
  expect((await decide('farid')).status).toBe(200)
  const [rule] = (await world.as('devi').call(rules.list, { query: {} })).body.results
  expect(rule).toMatchObject({ ...stops, version: 1 })
  // Other words stop nothing more; another value is looked at again.
  const params = { id: String(rule?.id) }
  const save = (given: object) =>
    world.as('devi').callWrongly(rules.update, { params, body: { ...stops, ...given } })
  expect((await save({ error_message: 'Please.' })).status).toBe(200)
  expect((await save({ value: 'A valid.*' })).body.code).toBe('second_person_needed')
  const again = await world.as('devi').callWrongly(rules.ask, {
    body: { ...stops, value: 'A v.*', rule_id: params.id, reason: 'Narrower.' },
  })
  expect(again.status, again.text).toBe(201)
  await world.as('farid').call(changeRequests.decide, {
    body: { approval_id: again.body.id, decision: 'approve', rejection_reason: '' },
  })
  expect((await world.as('devi').call(rules.list, { query: {} })).body.results).toMatchObject([
    { ...stops, value: 'A v.*', version: 3 },
  ])
})

test.each<[string, string | undefined, string]>([
  ['on its day', '2026-08-01', '2026-07-31T16:00:00.000Z'],
  ['at once where that day is past when it is approved', '2026-07-01', NOON.toISOString()],
])('a rule that a second person approves begins %s', async (_when, active_on, active_from) => {
  const rule = { ...RULE, value: `${active_on}.*` }
  const body = { ...rule, active_on, reason: 'From August on.' }
  const asked = await world.as('devi').callWrongly(rules.ask, { body })
  expect(asked.status, asked.text).toBe(201)
  const [waiting] = (await world.as('farid').call(changeRequests.list, { query: {} })).body
  expect(waiting?.changes).toContainEqual({ field: 'active_on', old_value: '', new_value: active_on })
  await world.as('farid').call(changeRequests.decide, {
    body: { approval_id: asked.body.id, decision: 'approve', rejection_reason: '' },
  })
  const { results } = (await world.as('devi').call(rules.list, { query: { search: rule.value } })).body
  expect(results).toMatchObject([{ ...rule, active_from }])
})

test('the second person reads what it stops in all departments, and whoever asked does not', async () => {
  const body = { ...RULE, value: 'A.*x?', reason: 'For my department.' }
  const asked = await world.as('ezra').callWrongly(rules.ask, { body })
  expect(asked.status, asked.text).toBe(201)
  const waiting = (await world.as('farid').call(changeRequests.list, { query: {} })).body
  const { trial } = waiting.find(({ id }) => id === asked.body.id) ?? {}
  expect([trial?.judged, trial?.stopped]).toEqual([40, 29])
  const { text } = await world.as('ezra').call(rules.requests, {})
  expect(text).not.toContain('stopped')
  await world.as('ezra').call(changeRequests.withdraw, { params: { id: asked.body.id } })
})

test('a rule that is yet to begin is not put in force before its day by who saves it again', async () => {
  const rule = { ...RULE, value: 'Ogos.*' }
  const find = async () => {
    const { results } = (await world.as('devi').call(rules.list, { query: { search: rule.value } })).body
    return results[0]
  }
  const later = { ...rule, active_on: '2026-08-01', reason: 'From August on.' }
  const { body: approval } = await world.as('devi').callWrongly(rules.ask, { body: later })
  await world.as('farid').call(changeRequests.decide, {
    body: { approval_id: approval.id, decision: 'approve', rejection_reason: '' },
  })
  const params = { id: String((await find())?.id) }
  const save = (given: object) =>
    world.as('devi').callWrongly(rules.update, { params, body: { ...rule, ...given } })
  for (const given of [{}, { active_on: '2026-07-31' }, { error_message: 'Please.' }]) {
    const { status, body } = await save(given)
    expect([status, body.code], JSON.stringify(given)).toEqual([409, 'second_person_needed'])
  }
  const reworded = await save({ error_message: 'Please.', active_on: '2026-08-01' })
  expect(reworded.status, reworded.text).toBe(200)
  expect(await find()).toMatchObject({ version: 2, active_from: '2026-07-31T16:00:00.000Z' })
  // To have it begin at once is a change that can be asked for.
  const now = { ...rule, error_message: 'Please.', rule_id: params.id, reason: 'It cannot wait.' }
  const asked = await world.as('devi').callWrongly(rules.ask, { body: now })
  expect(asked.status, asked.text).toBe(201)
  const waiting = (await world.as('farid').call(changeRequests.list, { query: {} })).body
  expect(waiting.find(({ id }) => id === asked.body.id)?.changes).toEqual([
    { field: 'active_on', old_value: '2026-08-01', new_value: '' },
  ])
})

test('of very many the newest are judged while there is time, while others are answered; it says so', async () => {
  for (let at = 0; at < MANY; at += PIECE) await copies(PIECE, `A many ${at} `, { days: 2 })
  const formula =
    'document_remarks == "" || items.all(i, i.quantity * i.unit_price > 0) && customer.name != ""'
  let in_all = 0
  for (const given of [
    {},
    { field: 'items.quantity', condition: '>', value: '1' },
    { condition: 'formula', value: formula },
  ]) {
    const began_ms = performance.now()
    let answered = 0
    let done = false
    const trying = trial(given).finally(() => {
      done = true
    })
    while (!done) {
      expect((await world.as('devi').call(rules.list, { query: {} })).status).toBe(200)
      answered += 1
    }
    const { body } = await trying
    const took_ms = performance.now() - began_ms
    in_all += answered
    expect(body.judged).toBeGreaterThan(1_000)
    expect([body.complete, body.judged]).toEqual([body.judged === MANY + 40, body.judged])
    if (process.env.TRIAL)
      console.log(body.judged, Math.round(took_ms), 'ms', answered, JSON.stringify(given))
  }
  // Of each the last one may have been answered after it.
  expect(in_all).toBeGreaterThan(3)
}, 120_000)
