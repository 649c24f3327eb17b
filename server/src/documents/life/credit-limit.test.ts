import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Status } from '#domain/documents/lifecycle.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { on } from '../store/tables.ts'

const world = await createWorld({ simulator: true })

/** A line that comes to this amount. */
const worth = (amount: string) => line({ quantity: '1', unit_price: amount, tax_type: '06', tax_rate: '0' })

/** A valid invoice over MYR 1,000.00, unless told otherwise. */
const invoice = (given: Record<string, unknown> = {}) =>
  buildDocument(world, { status: 'Validated', items: [worth('1000')], ...given })

type Told = { authority_uuid: string | null; invoice_number: string }

const note = (type: string, original: Told, amount: string, given: Record<string, unknown> = {}) =>
  payload({
    invoice_type: type,
    original_inv_number: original.invoice_number,
    original_inv_ref_number: original.authority_uuid,
    items: [worth(amount)],
    ...given,
  })

const send = (type: string, original: Told, amount: string, given: Record<string, unknown> = {}) =>
  submit(world, 'aminah', note(type, original, amount, given))

const idOf = (answer: { body: { UUIDs: string[] } }) => answer.body.UUIDs[0] ?? ''
const LEFT = /^At most MYR ([\d,.]+) is left to credit of M-KUL01\d{8}/

/** What the refusal of a note says is left. */
const leftBy = (answer: { status: number; body: Record<string, unknown> }) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  const [message] = answer.body.total_payable_amount as string[]
  return LEFT.exec(message ?? '')?.[1]
}

/** As if whatever led there had happened. */
const put = (id: string, status: Status) =>
  on(world.db).updateTable('documents').set({ status }).where('id', '=', id).execute()

describe('the notes of one document', () => {
  test('twenty at once of 60 % each: one is stored, the others are told what is left', async () => {
    const original = await invoice()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('02', original, '600')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(leftBy(answer)).toBe('400.00')
  })

  test('may credit it to the last sen, and not one more', async () => {
    const original = await invoice({ items: [worth('0.10'), worth('0.20')] })
    expect((await send('02', original, '0.10')).status).toBe(200)
    expect((await send('04', original, '0.10')).status).toBe(200)
    expect(leftBy(await send('02', original, '0.11'))).toBe('0.10')
    expect((await send('02', original, '0.10')).status).toBe(200)
    expect(leftBy(await send('04', original, '0.01'))).toBe('0.00')
  })

  test('of which debit notes add, once they are valid, and never count against it', async () => {
    const original = await invoice()
    const debit = idOf(await send('03', original, '500'))
    expect(leftBy(await send('02', original, '1200'))).toBe('1,000.00')
    await put(debit, 'Validated')
    expect(leftBy(await send('02', original, '1600'))).toBe('1,500.00')
    expect((await send('02', original, '1500')).status).toBe(200)
  })

  test.each<[Status, boolean]>([
    ['Pending Approval', true],
    ['Approved', true],
    ['Outcome Unknown', true],
    ['OnHold', true],
    // It goes out again as it is, without being saved.
    ['Submission Failed', true],
    ['Validated', true],
    ['Approval Rejected', false],
    ['Invalid', false],
    ['User Cancelled', false],
  ])('a note that is %s counts: %s', async (status, counts) => {
    const original = await invoice()
    await put(idOf(await send('02', original, '600')), status)
    const second = await send('02', original, '600')
    if (counts) expect(leftBy(second)).toBe('400.00')
    else expect(second.status).toBe(200)
  })

  test('what was prepaid is neither more to credit nor a way to credit more', async () => {
    const original = await invoice({ prepayment_amount: '300' })
    expect(leftBy(await send('02', original, '1100', { prepayment_amount: '900' }))).toBe('1,000.00')
    expect((await send('02', original, '1000')).status).toBe(200)
  })

  test('are in its currency', async () => {
    const usd = { invoice_currency: 'USD', currency_exchange_rate: '4.2' }
    const original = await invoice(usd)
    const refused = { status: 400, body: { invoice_currency: [expect.stringContaining('USD')] } }
    expect(await send('02', original, '1')).toMatchObject(refused)
    expect((await send('02', original, '1000', usd)).status).toBe(200)
  })

  test('count too where they say NA in place of its UUID', async () => {
    const original = await invoice({ status: 'Submitted' })
    const na = { ...original, authority_uuid: 'NA' }
    // Before its UUID was known.
    await put(original.id, 'Approved')
    expect((await send('02', na, '600')).status).toBe(200)
    expect(leftBy(await send('02', na, '600'))).toBe('400.00')
    // Another buyer's bill of that number is not ours.
    const other = { customer: { tin_no: 'C20880050010' } }
    expect((await send('02', na, '600', other)).status).toBe(200)
    await put(original.id, 'Validated')
    expect(leftBy(await send('02', original, '600'))).toBe('400.00')
    expect((await send('02', na, '600', other)).status).toBe(200)
  })

  test.each<Status>([
    ...(['Pending Approval', 'Approved', 'OnHold', 'Outcome Unknown'] as const),
    // Both go on with the same number once they are edited.
    ...(['Submission Failed', 'Approval Rejected'] as const),
  ])('count there too while the original is %s', async (status) => {
    const original = await invoice({ status })
    const na = { ...original, authority_uuid: 'NA' }
    expect(leftBy(await send('02', na, '1000.01'))).toBe('1,000.00')
    expect((await send('02', na, '600')).status).toBe(200)
    expect(leftBy(await send('04', na, '400.01'))).toBe('400.00')
  })

  test('are as free as of a stranger’s document once the one of that number is cancelled', async () => {
    const original = await invoice({ status: 'User Cancelled' })
    expect((await send('02', { ...original, authority_uuid: 'NA' }, '5000')).status).toBe(200)
  })
})

describe('a note is of an original that stands', () => {
  test.each<[Status, number]>([
    ['Validated', 200],
    // LHDN may have found it valid by the time that the note goes out.
    ['Submitted', 200],
    ['Invalid', 400],
    ['User Cancelled', 400],
  ])('one that is %s is answered by %i, credited or debited', async (status, answered) => {
    const original = await invoice()
    await put(original.id, status)
    for (const type of ['02', '03']) {
      const answer = await send(type, original, '1')
      expect(answer.status, type).toBe(answered)
      if (answered === 400) {
        const why = `${original.invoice_number} is ${status}; LHDN takes notes of valid documents only.`
        expect(answer.body).toMatchObject({ original_inv_ref_number: [why] })
      }
    }
  })

  test('also where it is named by its number alone', async () => {
    const original = await invoice({ status: 'Invalid' })
    const why = `${original.invoice_number} is Invalid; LHDN takes notes of valid documents only.`
    expect(await send('03', { ...original, authority_uuid: 'NA' }, '1')).toMatchObject({
      status: 400,
      body: { original_inv_ref_number: [why] },
    })
  })

  test('under its own number', async () => {
    const original = await invoice()
    expect(await send('02', { ...original, invoice_number: 'M-KUL0199999999' }, '1')).toMatchObject({
      status: 400,
      body: { original_inv_number: [`The UUID is that of ${original.invoice_number}.`] },
    })
  })

  test('to its customer', async () => {
    const original = await invoice()
    const customer = { tin_no: 'C20880050010' }
    const { tin_no } = original.content.customer
    const why = `${original.invoice_number} is of another customer (${tin_no}).`
    for (const type of ['02', '03'])
      expect(await send(type, original, '1', { customer }), type).toMatchObject({
        status: 400,
        body: { 'customer.tin_no': [why] },
      })
  })

  test('self-billed by a self-billed note, and others by others', async () => {
    const original = await invoice()
    const customer = { msic_code: '46496', business_description: 'Wholesale' }
    expect(await send('12', original, '1', { customer })).toMatchObject({
      status: 400,
      body: { original_inv_ref_number: [expect.stringContaining('Self-billed')] },
    })
  })
})

describe('a note is not sent any more once its original fell', () => {
  const approvedNote = async (original: Told, who: 'aminah' | 'ezra' = 'aminah', given = {}) => {
    const id = idOf(await submit(world, who, note('02', original, '1', given)))
    await decide(world, 'devi', id)
    return id
  }
  const sent = async (id: string) => {
    await sendApproved(world.engine, await documentOf(world, id))
    const { status, status_message } = await documentOf(world, id)
    return { status, lines: status_message.split('\n') }
  }

  test('and says so', async () => {
    const original = await invoice()
    const id = await approvedNote(original)
    await put(original.id, 'User Cancelled')
    const why = `${original.invoice_number} is User Cancelled; LHDN takes notes of valid documents only.`
    expect(await sent(id)).toEqual({
      status: 'Submission Failed',
      lines: [
        'The document was not sent, since it breaks the rules of today.',
        `original_inv_ref_number: ${why}`,
      ],
    })
    expect(await ledgerOf(world, (await documentOf(world, id)).invoice_number)).toEqual([])
  })

  test('which tells another department nothing of that', async () => {
    const original = await invoice()
    const id = await approvedNote(original, 'ezra', { sender_store_code: 'PEN01' })
    await put(original.id, 'Invalid')
    const { lines } = await sent(id)
    expect(lines.at(-1)).toBe('original_inv_ref_number: LHDN takes notes of valid documents only.')
  })

  test('while one of an original that LHDN has not judged yet goes out, and one of a stranger’s', async () => {
    const original = await invoice()
    const id = await approvedNote(original)
    await put(original.id, 'Submitted')
    const elsewhere = { authority_uuid: 'ABCDEFGHJKMNPQRSTVWXYZ0123', invoice_number: 'OLD-1' }
    const foreign = await approvedNote(elsewhere)
    expect([(await sent(id)).status, (await sent(foreign)).status]).toEqual(['Submitted', 'Submitted'])
  })
})

describe('an edit of a note', () => {
  test('does not count against itself, and is held to what the others leave', async () => {
    const original = await invoice()
    const id = idOf(await send('02', original, '600'))
    await decide(world, 'bakri', id, { status: 'Rejected', rejection_reason: 'Too little' })
    const edit = (amount: string) => submit(world, 'aminah', note('02', original, amount, { uuid: id }))
    expect((await send('02', original, '300')).status).toBe(200)
    expect(leftBy(await edit('701'))).toBe('700.00')
    expect((await edit('700')).status).toBe(200)
    expect(await documentOf(world, id)).toMatchObject({ status: 'Pending Approval', revision: 2 })
  })
})

describe('documents of others', () => {
  test('are not guarded where this system does not know them', async () => {
    const elsewhere = { authority_uuid: 'ABCDEFGHJKMNPQRSTVWXYZ0123', invoice_number: 'OLD-1' }
    expect((await send('02', elsewhere, '99999')).status).toBe(200)
    expect((await send('02', { ...elsewhere, authority_uuid: 'NA' }, '99999')).status).toBe(200)
  })

  test('of another department are guarded, and tell nothing of themselves', async () => {
    const original = await invoice({ sender_store_code: 'KUL01' })
    const place = { sender_store_code: 'PEN01' }
    const refused = await submit(world, 'ezra', note('02', original, '1000.01', place))
    expect(refused.status).toBe(400)
    const misnamed = { ...original, invoice_number: 'M-KUL0199999999' }
    const unnamed = await submit(world, 'ezra', note('02', misnamed, '1', place))
    expect(unnamed.body).toMatchObject({ original_inv_number: ['The UUID is that of another document.'] })
    const elsewhere = { ...place, customer: { tin_no: 'C20880050010' } }
    const misled = await submit(world, 'ezra', note('02', original, '1', elsewhere))
    expect(misled.body).toMatchObject({
      'customer.tin_no': ['The document that this note corrects is of another customer.'],
    })
    expect(refused.text).toContain('More would be credited than the original document charges.')
    expect(refused.text).not.toContain('1,000.00')
    // By its number alone it cannot be found from there.
    const na = note('02', { ...original, authority_uuid: 'NA' }, '5000', place)
    expect((await submit(world, 'ezra', na)).status).toBe(200)
  })

  test('of another company are nobody’s original', async () => {
    const original = await invoice()
    const foreign = note('02', original, '5000', { sender_store_code: 'JHB01' })
    expect((await submit(world, 'chong', foreign)).status).toBe(200)
  })
})

describe('what was made for another environment', () => {
  const moveTo = (environment: 'simulator' | 'preprod') =>
    sql`UPDATE sender_entities SET environment = ${environment}
      WHERE id = ${world.company.entities.kinabalu}`.execute(world.db)
  afterEach(() => moveTo('simulator'))
  const whyOf = (number: string) =>
    `${number} was made for the simulator; a note of it cannot go to LHDN’s test system (preprod).`

  test('is no original of a note that names its UUID', async () => {
    const original = await invoice()
    await moveTo('preprod')
    for (const type of ['02', '03'])
      expect(await send(type, original, '1'), type).toMatchObject({
        status: 400,
        body: { original_inv_ref_number: [whyOf(original.invoice_number)] },
      })
  })

  test('sets no limit to a note that names its number alone, which takes none of its credit', async () => {
    const original = await invoice()
    await moveTo('preprod')
    expect((await send('02', { ...original, authority_uuid: 'NA' }, '5000')).status).toBe(200)
    await moveTo('simulator')
    expect(leftBy(await send('02', original, '1000.01'))).toBe('1,000.00')
  })

  test('and a note that was stored before is not sent, also not in words to another department', async () => {
    const original = await invoice()
    const [own, others] = ['KUL01', 'PEN01'].map((sender_store_code) =>
      note('02', original, '1', { sender_store_code }),
    )
    const ids = [idOf(await submit(world, 'aminah', own)), idOf(await submit(world, 'ezra', others))]
    for (const id of ids) await decide(world, 'devi', id)
    await on(world.db)
      .updateTable('documents')
      .set({ environment: 'preprod' })
      .where('id', '=', original.id)
      .execute()
    for (const id of ids) await sendApproved(world.engine, await documentOf(world, id))
    const said = await Promise.all(
      ids.map(async (id) => (await documentOf(world, id)).status_message.split('\n').at(-1)),
    )
    const where = 'was made for LHDN’s test system (preprod); a note of it cannot go to the simulator.'
    expect(said).toEqual([
      `original_inv_ref_number: ${original.invoice_number} ${where}`,
      `original_inv_ref_number: The document that this note corrects ${where}`,
    ])
  })
})

describe('many in one call', () => {
  test('are judged in their order, and none of the good ones is lost', async () => {
    const original = await invoice()
    const call = ['600', '500', '400', '0.01'].map((amount) => note('02', original, amount))
    const { body } = await submit(world, 'aminah', call)
    expect(body).toMatchObject({ status: 'Partial Success', UUIDs: [expect.any(String), expect.any(String)] })
    expect(body.errors).toHaveLength(2)
  })
})
