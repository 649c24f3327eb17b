import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { changeRequests, OWN_PENDING_MAX } from '#contract/people/change-requests.ts'
import { rules } from '#contract/shaping/rules.ts'
import { payload, submit } from '../../test/build.ts'
import { holdOpen, untilWaiting } from '../../test/held-open.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { addRule } from '../shaping/write-rule.ts'

const world = await createWorld()

const RULE = { field: 'document_remarks', condition: 'regex', value: 'A.*', error_message: 'No remarks.' }
const ask = (who: Who, given: object = {}) =>
  world.as(who).callWrongly(rules.ask, { body: { ...RULE, reason: 'Head office.', ...given } })
const waiting = async (who: Who) => (await world.as(who).call(rules.requests, {})).body.results
const withdraw = (who: Who, id: number) => world.as(who).call(changeRequests.withdraw, { params: { id } })

beforeEach(() => sql`DELETE FROM change_requests`.execute(world.db))

test('who asks without being a superadmin sees that it waits, and takes it back', async () => {
  const { body } = await ask('ezra')
  const told = { id: body.id, name: 'Create validation rule Remarks regex', rule_id: null }
  expect(await waiting('ezra')).toMatchObject([
    { ...told, requested_by: 'Ezra Lasimbang', expires_at: '2026-07-22T04:00:00.000Z', may_withdraw: true },
  ])
  expect((await waiting('ezra'))[0]?.changes).toContainEqual({
    ...{ field: 'value', old_value: '', new_value: 'A.*' },
  })
  expect(await withdraw('ezra', body.id)).toMatchObject({ status: 200, body: { state: 'withdrawn' } })
  expect(await waiting('ezra')).toEqual([])
  expect(await withdraw('ezra', body.id)).toMatchObject({ status: 409, body: { code: 'already_decided' } })
})

test('others who may change rules see about which rule one waits, and take none back', async () => {
  const made = await world.as('devi').callWrongly(rules.create, { body: { ...RULE, value: '.*' } })
  const { body } = await ask('ezra', { rule_id: made.body.id })
  expect(await waiting('chong')).toMatchObject([{ id: body.id, rule_id: made.body.id, may_withdraw: false }])
  for (const who of ['chong', 'farid'] as const)
    expect(await withdraw(who, body.id)).toMatchObject({
      ...{ status: 409, body: { detail: 'Only Ezra Lasimbang may withdraw this request.' } },
    })
  expect(await waiting('ezra')).toMatchObject([{ may_withdraw: true }])
})

test('of one person so many wait, who keeps nobody else from asking', async () => {
  for (let nr = 1; nr < OWN_PENDING_MAX; nr += 1)
    expect((await ask('ezra', { value: `N${nr}` })).status).toBe(201)
  const two = await Promise.all([ask('ezra', { value: 'Y' }), ask('ezra', { value: 'Z' })])
  expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(two.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'too_many_requests',
    detail: '20 of your requests wait. Withdraw some, or have them decided first.',
  })
  const [first] = await waiting('ezra')
  expect((await ask('chong', { value: 'Y.*' })).status).toBe(201)
  expect((await withdraw('ezra', first?.id ?? 0)).status).toBe(200)
  expect((await ask('ezra', { value: 'X' })).status).toBe(201)
  await sql`UPDATE change_requests SET requested_by = ${world.company.users.devi}`.execute(world.db)
  expect((await ask('devi', { value: 'W' })).status, 'a superadmin').toBe(201)
})

test('for a rule that somebody has asked for already nobody asks again', async () => {
  const two = await Promise.all([ask('ezra', { value: 'S.*' }), ask('chong', { value: 'S.*' })])
  expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(two.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'request_waiting',
    detail: expect.stringMatching(
      /^\S.* asked on .* for the same \(request \d+\)\. It must be decided first\.$/,
    ),
  })
  expect((await ask('ezra', { value: 'S.*', error_message: 'Other words.' })).status).toBe(201)
})

test('requests about groups and departments are none of theirs', async () => {
  const group = { action: 'create' as const, name: 'Tellers', permissions: [], reason: 'A new till' }
  const { body } = await world.as('devi').call(changeRequests.askGroup, { body: group })
  expect(await waiting('ezra')).toEqual([])
  expect((await withdraw('ezra', body.id)).status).toBe(404)
})

test('of a rule that began on a day, what is asked says nothing of that day', async () => {
  const given = { ...RULE, condition: '=', value: 'August' }
  const made = await world
    .as('devi')
    .callWrongly(rules.create, { body: { ...given, active_on: '2026-08-01' } })
  expect(made.status, made.text).toBe(201)
  world.clock.advance(Date.parse('2026-08-02T04:00:00Z') - world.clock.now().getTime())
  const rule_id = made.body.id
  expect(await ask('ezra', { ...given, rule_id })).toMatchObject({
    ...{ status: 400, text: expect.stringContaining('This changes nothing.') },
  })
  expect((await ask('ezra', { ...given, value: 'September', rule_id })).status).toBe(201)
  expect((await waiting('ezra')).map(({ changes }) => changes)).toEqual([
    [{ field: 'value', old_value: 'August', new_value: 'September' }],
  ])
})

test('a version that was made by request names who asked for it and who approved it', async () => {
  const { body } = await ask('ezra', { value: 'B.*' })
  const submitted = () => submit(world, 'aminah', [payload({ document_remarks: 'August' })])
  expect((await submitted()).status).toBe(200)
  const decided = await world.as('farid').call(changeRequests.decide, {
    body: { approval_id: body.id, decision: 'approve', rejection_reason: '' },
  })
  expect(decided.status, decided.text).toBe(200)
  // The next document is checked by it.
  expect(await submitted()).toMatchObject({ status: 400, text: expect.stringContaining('document_remarks') })
  const { results } = (await world.as('devi').call(rules.list, { query: { search: 'B.*' } })).body
  const params = { id: String(results[0]?.id) }
  const versions = (await world.as('devi').call(rules.versions, { params })).body.results
  expect(versions).toMatchObject([{ made_by: 'Ezra Lasimbang', approved_by: 'Farid Rahman' }])
})

test('one that is made alone in that very moment leaves no twin of it', async () => {
  const { body } = await ask('ezra', { value: 'T.*' })
  const caller = await world.callerOf('devi')
  const adding = await holdOpen(world, (tx) =>
    addRule(
      { tx, caller, now: world.clock.now() },
      { ...RULE, condition: 'regex', value: 'T.*', examples: [] },
    ),
  )
  const deciding = world.as('farid').callWrongly(changeRequests.decide, {
    body: { approval_id: body.id, decision: 'approve', rejection_reason: '' },
  })
  await Promise.race([deciding, untilWaiting(world.db, () => 1)])
  await adding.commit()
  expect(await deciding).toMatchObject({ status: 409, body: { code: 'request_impossible' } })
  const { results } = (await world.as('devi').call(rules.list, { query: { search: 'T.*' } })).body
  expect(results).toHaveLength(1)
})
