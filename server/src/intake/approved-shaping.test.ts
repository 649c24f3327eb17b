import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { mappings } from '#contract/shaping/mappings.ts'
import { rules } from '#contract/shaping/rules.ts'
import { buildDocument, decide, documentOf, payload, submit } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { sendApproved } from '../documents/sending/send.job.ts'
import { shaping } from '../shaping/read.ts'
import { timedRules } from '../shaping/rules-in-force.ts'

const world = await createWorld({ simulator: true })
const devi = world.as('devi')

beforeEach(async () => {
  await sql`TRUNCATE data_mappings, enrichment_defaults, validation_rules CASCADE`.execute(world.db)
  shaping.forget(world.db)
  timedRules.forget(world.db)
})

const map = async (lookup_key: string, lookup_value: string) => {
  const body = { field: 'customer.city', mapping_type: 'lookup', lookup_key, lookup_value }
  const { status, body: made, text } = await devi.callWrongly(mappings.create, { body })
  expect(status, text).toBe(201)
  return (to: string) =>
    devi.callWrongly(mappings.update, { params: { id: made.id }, body: { ...body, lookup_value: to } })
}
/** A default, a hardcode and a rule that all of them would meet, were they shaped or judged anew. */
const changeAll = async () => {
  const fixed = {
    field: 'document_remarks',
    mapping_type: 'hardcode',
    hardcode_value: 'Anew',
    overwrite: true,
  }
  expect((await devi.callWrongly(mappings.create, { body: fixed })).status).toBe(201)
  const rule = { field: 'agent_number', condition: 'regex', value: 'A-[0-9]+', error_message: 'A-1.' }
  expect((await devi.callWrongly(rules.create, { body: rule })).status).toBe(201)
}
const held = async (id: string) => {
  const { status, revision, content, content_hash, approved_hash } = await documentOf(world, id)
  return { status, revision, content, content_hash, approved_hash }
}

describe('a change of mapping, default or rule', () => {
  test('leaves an approval what it was, and what was approved is what is sent', async () => {
    const change = await map('old', 'Ipoh')
    const { id } = await buildDocument(world, { status: 'Approved', customer: { city: 'old' } })
    const approved = await held(id)
    expect(approved).toMatchObject({ content: { customer: { city: 'Ipoh' } }, status: 'Approved' })
    expect(approved.approved_hash).toBe(approved.content_hash)
    expect((await change('Muar')).status).toBe(200)
    await changeAll()
    expect(await held(id)).toEqual(approved)
    await sendApproved(world.engine, await documentOf(world, id))
    expect(await held(id)).toEqual({ ...approved, status: 'Submitted' })
    const { rows } = await sql<{ sent: string }>`
      SELECT convert_from(bytes, 'UTF8') AS sent FROM attempts WHERE document_id = ${id}`.execute(world.db)
    expect(rows[0]?.sent).toContain('Ipoh')
    expect(rows[0]?.sent).not.toContain('Muar')
  })

  test('leaves what waits for approval what its approver sees', async () => {
    const change = await map('old', 'Ipoh')
    const { id } = await buildDocument(world, { customer: { city: 'old' } })
    const waiting = await held(id)
    await change('Muar')
    await changeAll()
    expect((await decide(world, 'bakri', id)).status).toBe(200)
    const { content_hash } = waiting
    expect(await held(id)).toEqual({ ...waiting, status: 'Approved', approved_hash: content_hash })
  })
})

test('an edit is shaped and judged anew, and must be approved again', async () => {
  const change = await map('old', 'Ipoh')
  const { id } = await buildDocument(world, { status: 'Submission Failed', customer: { city: 'old' } })
  const before = await held(id)
  expect(before.approved_hash).toBe(before.content_hash)
  await change('Muar')
  await changeAll()
  const edit = (given: object) =>
    submit(world, 'aminah', payload({ uuid: id, customer: { city: 'old' }, ...given }))
  // The rule that came meanwhile is asked; what it refuses changes nothing.
  expect((await edit({})).body.agent_number).toEqual(['A-1.'])
  expect(await held(id)).toEqual(before)
  expect((await edit({ agent_number: 'A-7' })).status).toBe(200)
  const after = await held(id)
  expect(after).toMatchObject({
    content: { customer: { city: 'Muar' }, document_remarks: 'Anew', agent_number: 'A-7' },
    ...{ status: 'Pending Approval', revision: 2, approved_hash: null },
  })
  expect(after.content_hash).not.toBe(before.content_hash)
})
