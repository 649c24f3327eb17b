import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Status } from '#domain/documents/lifecycle.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { on } from '../store/tables.ts'

/** An edit of a document whose notes went out before it: nothing looks at them again. */
const world = await createWorld({ simulator: true })

/** A line that comes to this amount. */
const worth = (amount: string) => line({ quantity: '1', unit_price: amount, tax_type: '06', tax_rate: '0' })

type Told = { id: string; invoice_number: string }

/** An invoice over MYR 1,000.00 that may be edited. */
const invoice = (status: Status = 'Submission Failed', given: Record<string, unknown> = {}) =>
  buildDocument(world, { status, items: [worth('1000')], ...given })

const note = (type: string, { invoice_number }: Told, amount: string, given: Record<string, unknown> = {}) =>
  payload({
    ...{ invoice_type: type, original_inv_number: invoice_number, original_inv_ref_number: 'NA' },
    ...{ items: [worth(amount)], ...given },
  })

/** The id of a note that says NA, and is pending. */
const noted = async (...of: Parameters<typeof note>) => {
  const made = await submit(world, 'aminah', note(...of))
  expect(made.status, made.text).toBe(200)
  return String(made.body.UUIDs[0])
}

const sent = async (...of: Parameters<typeof note>) => {
  const id = await noted(...of)
  await decide(world, 'devi', id)
  await sendApproved(world.engine, await documentOf(world, id))
  expect(await documentOf(world, id)).toMatchObject({ status: 'Submitted' })
  return id
}

/** As if whatever led there had happened. */
const put = (id: string, status: Status) =>
  on(world.db).updateTable('documents').set({ status }).where('id', '=', id).execute()

const edit = ({ id }: Told, given: Record<string, unknown>) =>
  submit(world, 'aminah', payload({ uuid: id, ...given }))

const charging = (amount: string) => ({ items: [worth(amount)] })

const why = ({ invoice_number }: Told, credited: string, charged: string) => ({
  status: 400,
  body: {
    total_payable_amount: [
      `The notes of ${invoice_number} credit MYR ${credited} together; it would charge MYR ${charged}.`,
    ],
  },
})

test.each<Status>(['Submission Failed', 'Approval Rejected', 'Invalid'])(
  'one that is %s is not edited to less than its notes credit, to the last sen',
  async (status) => {
    const original = await invoice(status === 'Invalid' ? 'Submitted' : status)
    // As before LHDN gave it a UUID.
    await put(original.id, 'Submission Failed')
    await sent('02', original, '600')
    await noted('04', original, '300')
    await put(original.id, status)
    expect(await edit(original, charging('899.99'))).toMatchObject(why(original, '900.00', '899.99'))
    expect(await documentOf(world, original.id)).toMatchObject({ status, revision: 1 })
    expect((await edit(original, charging('900'))).status).toBe(200)
  },
)

test.each<[Status, number]>([
  ['Pending Approval', 400],
  ['Approved', 400],
  ['Submitted', 400],
  ['Outcome Unknown', 400],
  ['OnHold', 400],
  // It goes out again as it is.
  ['Submission Failed', 400],
  ['Validated', 400],
  ['Approval Rejected', 200],
  ['Invalid', 200],
  ['User Cancelled', 200],
])('a note that is %s: its edit is answered by %i', async (status, answered) => {
  const original = await invoice()
  await put(await noted('02', original, '600'), status)
  expect((await edit(original, charging('500'))).status).toBe(answered)
})

test('what valid debit notes charge counts, and prepaid goods are charged', async () => {
  const original = await invoice()
  await sent('02', original, '900')
  await put(await noted('03', original, '300'), 'Validated')
  expect(await edit(original, charging('599'))).toMatchObject(why(original, '900.00', '899.00'))
  const prepaid = { ...charging('600'), prepayment_amount: '600' }
  expect((await edit(original, prepaid)).status).toBe(200)
})

test('it keeps the currency and the customer that its notes credit', async () => {
  const original = await invoice()
  await sent('02', original, '600')
  const usd = { invoice_currency: 'USD', currency_exchange_rate: '4.2' }
  expect(await edit(original, { ...charging('1000'), ...usd })).toMatchObject({
    status: 400,
    body: { invoice_currency: [`The notes of ${original.invoice_number} credit it in MYR.`] },
  })
  const customer = { tin_no: 'C20880050010' }
  expect(await edit(original, { ...charging('1000'), customer })).toMatchObject({
    status: 400,
    body: { 'customer.tin_no': [`The notes of ${original.invoice_number} credit it to C25845632020.`] },
  })
})

test('it becomes no original of notes that credit more than it charges', async () => {
  const original = await invoice()
  const customer = { tin_no: 'C20880050010' }
  await sent('02', original, '1500', { customer })
  expect(await edit(original, { ...charging('1000'), customer })).toMatchObject(
    why(original, '1,500.00', '1,000.00'),
  )
  // Without notes of its own it may be anybody's.
  expect((await edit(original, { ...charging('1500'), customer })).status).toBe(200)
})

test('what was credited before it was stored keeps nobody from an edit that charges as much', async () => {
  const number = 'LATE-1'
  await sent('02', { id: '', invoice_number: number }, '1500')
  const original = await invoice('Approval Rejected', { source: 'API', invoice_number: number })
  expect((await edit(original, charging('999.99'))).status).toBe(400)
  expect((await edit(original, charging('1000'))).status).toBe(200)
})

test('a debit note is held to what is credited of it', async () => {
  const debit = await documentOf(world, await noted('03', await invoice(), '1000'))
  await decide(world, 'devi', debit.id, { status: 'Rejected', rejection_reason: 'Wrong' })
  await sent('02', debit, '600')
  const { original_inv_number, original_inv_ref_number } = debit.content
  const kept = { invoice_type: '03', original_inv_number, original_inv_ref_number }
  expect(await edit(debit, { ...kept, ...charging('500') })).toMatchObject(why(debit, '600.00', '500.00'))
})

test('an edit that names the document by its number is held to them, too', async () => {
  const number = 'ERP-1'
  const original = await invoice('Submission Failed', { source: 'API', invoice_number: number })
  await sent('02', original, '600')
  const byNumber = (amount: string) =>
    submit(world, 'aminah', payload({ source: 'API', invoice_number: number, ...charging(amount) }))
  expect(await byNumber('500')).toMatchObject(why(original, '600.00', '500.00'))
  expect((await byNumber('600')).status).toBe(200)
  expect(await documentOf(world, original.id)).toMatchObject({ revision: 2 })
})

test('of an edit to less and a note saved at once one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const original = await invoice()
    const both = [
      () => edit(original, charging('500')),
      () => submit(world, 'aminah', note('02', original, '600')),
    ]
    const order = round % 2 === 0 ? both : both.toReversed()
    const answers = await Promise.all(order.map((go) => go()))
    expect(answers.map(({ status }) => status).toSorted(), JSON.stringify(answers)).toEqual([200, 400])
  }
})

test('trials credit nothing of a tax document', async () => {
  const original = await invoice()
  await sent('02', original, '600')
  await moveTo('preprod')
  expect((await edit(original, charging('500'))).status).toBe(200)
})

afterEach(() => moveTo('simulator'))
const moveTo = (environment: 'simulator' | 'preprod') =>
  sql`UPDATE sender_entities SET environment = ${environment}
    WHERE id = ${world.company.entities.kinabalu}`.execute(world.db)
