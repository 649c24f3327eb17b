import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import { createWorld } from '../../test/world.ts'
import { sendApproved } from './sending/send.job.ts'
import { on } from './store/tables.ts'
import { pollSubmission } from './verdicts/poll.job.ts'

test('a document is made, approved by another person, sent, validated and printed', async () => {
  const world = await createWorld({ simulator: true })
  const made = await world.as('aminah').call(intake.submit, {
    body: [
      {
        invoices_data: {
          source: 'UI',
          invoice_type: '01',
          sender_store_code: 'KUL01',
          invoice_currency: 'MYR',
          customer: {
            name: 'Perniagaan Seri Jaya Sdn Bhd',
            tin_no: 'C25845632020',
            identity_type: 'BRN',
            identity_number: '201901012345',
            contact_number: '+60312345678',
            address1: '12 Jalan Tun Razak',
            zipcode: '50400',
            city: 'Kuala Lumpur',
            state: '14',
            country: 'MYS',
          },
          items: [
            {
              classification: '022',
              item_description: 'Kertas A4',
              unit_price: '12.50',
              quantity: '10',
              tax_type: '01',
              tax_rate: '10',
            },
          ],
        },
      },
    ],
  })
  expect(made.body).toMatchObject({ status: 'Success', errors: [] })
  expect(made.status).toBe(200)
  const [uuid = ''] = made.body.UUIDs
  const own = await world
    .as('aminah')
    .call(documents.approve, { params: { uuid }, body: { status: 'Approved' } })
  expect(own.status).toBe(403)
  const approved = await world
    .as('bakri')
    .call(documents.approve, { params: { uuid }, body: { status: 'Approved' } })
  expect(approved.body).toMatchObject({ status: 'Approved' })
  await sendApproved(world.engine, { sender_entity_id: world.company.entities.kinabalu, lane: 'single' })
  const sent = await on(world.db)
    .selectFrom('documents')
    .where('id', '=', uuid)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(sent).toMatchObject({ status: 'Submitted' })
  await pollSubmission(world.engine, {
    sender_entity_id: sent.sender_entity_id,
    submission_uid: sent.submission_uid ?? '',
  })
  const detail = await world.as('aminah').call(documents.get, { params: { uuid } })
  expect(detail.body).toMatchObject({ status: 'Validated', total_payable_amount: '137.50' })
  const pdf = await world.as('aminah').call(documents.pdf, { query: { uuid } })
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
})
