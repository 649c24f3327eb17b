import { expect, test } from 'vitest'
import { intake } from '#contract/intake.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../test/build.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'
import { readText } from '../pdf/fixtures/read-pdf.ts'
import { fixedClock } from '../platform/clock/fixtures/fixed-clock.ts'

const LAST_OF_JULY = new Date('2026-07-31T15:59:59Z')
const world = await createWorld({ clock: fixedClock(LAST_OF_JULY) })

test('NA for a company and twelve zeros for a person change places with the first day of August', async () => {
  const na = payload({ customer: { identity_number: 'NA' } })
  const zeros = { tin_no: 'IG56003500070', identity_type: 'NRIC', identity_number: '000000000000' }
  expect(await submit(world, 'aminah', na)).toMatchObject({ status: 200 })
  expect(await submit(world, 'aminah', payload({ customer: zeros }))).toMatchObject({ status: 400 })
  world.clock.advance(1_000)
  expect(await submit(world, 'aminah', na)).toMatchObject({ status: 400 })
  expect(await submit(world, 'aminah', payload({ customer: zeros }))).toMatchObject({ status: 200 })
})

const PASTED = { tin_no: ' c02584563202\u200b', identity_number: '2019-0101 2345' }
const TOLD = [
  {
    field: 'customer.tin_no',
    from: ' c02584563202\u200b',
    to: 'C25845632020',
    why: expect.stringMatching(/^invisible characters removed, blanks removed, .*such TINs end in 0$/),
  },
  {
    field: 'customer.identity_number',
    from: '2019-0101 2345',
    to: '201901012345',
    why: 'blanks removed, hyphens removed',
  },
]

test.each(['aminah', 'key'] as const)(
  'an identity that %s pasted is written as LHDN takes it, and each change is told',
  async (who) => {
    const { status, body } = await submit(world, who, [payload({ customer: PASTED }), payload()])
    const [invoice_number] = body.Invoice_Numbers
    expect(status).toBe(200)
    expect(body.changes).toEqual(TOLD.map((change) => ({ invoice_number, ...change })))
    expect(await documentOf(world, body.UUIDs[0] ?? '')).toMatchObject({
      buyer_tin_no: 'C25845632020',
      content: { customer: { tin_no: 'C25845632020', identity_number: '201901012345' } },
    })
  },
)

test('a number beside the type NA is told, and printed nowhere that LHDN does not get it', async () => {
  const customer = {
    tin_no: 'EI00000000010',
    identity_type: 'NA',
    identity_number: '201901012345',
    state: '17',
  }
  const items = [line({ classification: '004' })]
  const billed = { billing_start: '2026-07-01', billing_end: '2026-07-31' }
  const { status, body, text } = await submit(world, 'aminah', payload({ ...billed, customer, items }))
  expect([status, body.changes], text).toMatchObject([
    200,
    [{ field: 'customer.identity_number', from: '201901012345', to: 'NA', why: 'the type NA has no number' }],
  ])
  expect((await documentOf(world, body.UUIDs[0] ?? '')).content.customer.identity_number).toBe('NA')
})

test('an edit and a repetition tell the changes too', async () => {
  const { id } = await buildDocument(world, { status: 'Approval Rejected' })
  const edit = payload({ uuid: id, customer: PASTED })
  const key = { 'idempotency-key': 'pasted' }
  const first = await submit(world, 'aminah', edit, key)
  expect(first.body.changes).toMatchObject(TOLD)
  expect((await submit(world, 'aminah', edit, key)).body).toEqual(first.body)
})

test('a draft prints what would be stored', async () => {
  const { bytes } = await world
    .as('aminah')
    .call(intake.preview, { body: payload({ customer: { ...PASTED, contact_number: '+60 3-1234 5678' } }) })
  for (const written of ['C25845632020', '201901012345', '+60312345678'])
    expect(readText(bytes)).toContain(written)
})

test('an answer without changes and warnings is the specified one', async () => {
  const { body } = await submit(world, 'aminah', payload())
  expect(Object.keys(body)).toEqual(['status', 'Invoice_Numbers', 'UUIDs', 'errors'])
})

test('state 17 in Malaysia is told and keeps nobody from approving, as a company’s TIN with an NRIC', async () => {
  const person = { identity_type: 'NRIC', identity_number: '770625015324' }
  const { status, body } = await submit(world, 'aminah', [
    payload({ customer: { state: '17' } }),
    payload({ customer: person }),
  ])
  const [first, second] = body.Invoice_Numbers
  expect(status).toBe(200)
  expect(body.warnings).toEqual([
    { invoice_number: first, field: 'customer.state', message: expect.stringContaining('CV317') },
    { invoice_number: second, field: 'customer.identity_type', message: expect.stringContaining('BRN') },
  ])
  for (const uuid of body.UUIDs) expect(await decide(world, 'bakri', uuid)).toMatchObject({ status: 200 })
})

test.each([
  [
    'a foreigner’s passport as NRIC',
    { identity_type: 'NRIC', identity_number: 'A1234567' },
    /passport number/,
  ],
  ['NA for a company', { identity_number: 'NA' }, /compares TIN and number/],
])('%s is refused before it is stored, with the remedy', async (_, customer, words) => {
  const before = await storedIn(world)
  expect(await submit(world, 'aminah', payload({ customer }))).toMatchObject({
    status: 400,
    body: { 'customer.identity_number': [expect.stringMatching(words)] },
  })
  expect(await storedIn(world)).toEqual(before)
})
