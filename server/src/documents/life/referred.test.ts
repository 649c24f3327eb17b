import { expect, test } from 'vitest'
import type { Status } from '#domain/documents/lifecycle.ts'
import { buildDocument, payload, submit } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { on } from '../store/tables.ts'

/** What a note says of the document of ours that it is of. */
const world = await createWorld({ simulator: true })

type Told = { invoice_number: string; authority_uuid: string | null }

const note = (type: string, { invoice_number, authority_uuid }: Told, given: Record<string, unknown> = {}) =>
  submit(
    world,
    'aminah',
    payload({
      ...{ invoice_type: type, original_inv_number: invoice_number, original_inv_ref_number: authority_uuid },
      ...given,
    }),
  )

/** As if whatever led there had happened. */
const put = (id: string, status: Status) =>
  on(world.db).updateTable('documents').set({ status }).where('id', '=', id).execute()

test.each<Status>(['Submitted', 'Validated'])(
  'is its UUID, and not NA, once that is known, as of one that is %s: of debit notes and edits too',
  async (status) => {
    const original = await buildDocument(world, { status: 'Submitted' })
    const na = { ...original, authority_uuid: 'NA' }
    await put(original.id, 'Approved')
    const before = await note('03', na)
    const uuid = String(before.body.UUIDs[0])
    await put(uuid, 'Submission Failed')
    await put(original.id, status)
    const why =
      `${original.invoice_number} is an e-invoice. Please enter its LHDN UUID in place of NA: ` +
      `${original.authority_uuid}.`
    const refused = { status: 400, body: { original_inv_ref_number: [why] } }
    for (const type of ['02', '03', '04']) expect(await note(type, na), type).toMatchObject(refused)
    expect(await note('03', na, { uuid })).toMatchObject(refused)
    expect((await note('03', original, { uuid })).status).toBe(200)
  },
)

test('takes nothing back itself where the note does: what it takes back was charged by another document', async () => {
  const invoice = await buildDocument(world, { status: 'Validated' })
  const credit = await buildDocument(world, {
    ...{ status: 'Validated', invoice_type: '02' },
    ...{ original_inv_number: invoice.invoice_number, original_inv_ref_number: invoice.authority_uuid },
  })
  const why = `${credit.invoice_number} takes back itself what another document charges. Name that document.`
  const refused = { status: 400, body: { original_inv_ref_number: [why] } }
  for (const type of ['02', '04']) expect(await note(type, credit), type).toMatchObject(refused)
  expect((await note('03', credit)).status).toBe(200)
  await on(world.db)
    .updateTable('documents')
    .set({ authority_uuid: null })
    .where('id', '=', credit.id)
    .execute()
  expect(await note('04', { ...credit, authority_uuid: 'NA' })).toMatchObject(refused)
})

/** Foreigners without a TIN all bear the same one. */
const foreigner = (identity_number: string) => ({
  customer: {
    ...{ tin_no: 'EI00000000020', identity_type: 'PASSPORT', identity_number },
    ...{ state: '17', country: 'SGP', zipcode: '408600', city: 'Singapore' },
  },
})

test('is of the same person under a general TIN, which many bear', async () => {
  const original = await buildDocument(world, { status: 'Validated', ...foreigner('A1234567') })
  for (const type of ['02', '03'])
    expect(await note(type, original, foreigner('B7654321')), type).toMatchObject({
      status: 400,
      body: {
        'customer.identity_number': [`${original.invoice_number} is of another customer (A1234567).`],
      },
    })
  expect((await note('02', original, foreigner('A1234567'))).status).toBe(200)
})

/** As a foreign firm writes its number, and as others write it. */
const firm = (identity_number: string) => {
  const { customer } = foreigner(identity_number)
  return { customer: { ...customer, identity_type: 'BRN' } }
}

test('is of the same firm however its number is written, for the credit, too', async () => {
  const original = await buildDocument(world, { status: 'Submission Failed', ...firm('HRB 123456 B') })
  const na = { ...original, authority_uuid: 'NA' }
  expect((await note('02', na, firm('hrb-123456b'))).status).toBe(200)
  expect((await note('02', na, firm('HRB123456B'))).body).toMatchObject({
    total_payable_amount: [expect.stringContaining('At most MYR 0.00 is left to credit')],
  })
})

test('takes up the credit of that person alone where it says NA, and so does an edit', async () => {
  const original = await buildDocument(world, { status: 'Submission Failed', ...foreigner('A1234567') })
  const na = { ...original, authority_uuid: 'NA' }
  expect((await note('02', na, foreigner('B7654321'))).status).toBe(200)
  expect((await note('02', na, foreigner('A1234567'))).status).toBe(200)
  expect((await note('02', na, foreigner('A1234567'))).body).toMatchObject({
    total_payable_amount: [expect.stringContaining('At most MYR 0.00 is left to credit')],
  })
  const edit = payload({ uuid: original.id, ...foreigner('B7654321') })
  expect(await submit(world, 'aminah', edit)).toMatchObject({
    status: 400,
    body: {
      'customer.identity_number': [`The notes of ${original.invoice_number} credit it to A1234567.`],
    },
  })
})
