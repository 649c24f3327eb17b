import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, ledgerOf, planFault } from '../../../test/simulator.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { askToReject } from '../cancelling/fixtures/portal.ts'
import { sendApproved } from '../sending/send.job.ts'
import { secretsOf } from '../store/secrets.ts'

const world = await createWorld({ simulator: true })

const check = (who: Who, uuid: string) => world.as(who).call(documents.check, { params: { uuid } })

describe('Fetch Updates', () => {
  test('brings the verdict of a submitted document, once for all who ask', async () => {
    const { id } = await buildDocument(world, { status: 'Submitted' })
    const answers = await Promise.all(
      (['aminah', 'bakri', 'gita', 'devi'] as const).map((who) => check(who, id)),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { status: 'Validated' } })
    const row = await documentOf(world, id)
    const [accepted, ...more] = await ledgerOf(world, row.invoice_number)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      authority_uuid: accepted?.uuid,
      submission_uid: accepted?.submissionUid,
      long_id: expect.stringMatching(/.{20,}/),
      validated_at: world.clock.now(),
    })
  })

  test('tells an invalid document in a person’s words', async () => {
    const { id } = await buildDocument(world, { status: 'Submitted', customer: { name: 'SIM INVALID' } })
    expect(await check('aminah', id)).toMatchObject({
      body: {
        status: 'Invalid',
        status_message: expect.stringContaining('The buyer’s TIN is not known to the authority.'),
      },
    })
  })

  test('finds what became of a document whose answer was lost', async () => {
    const before = await buildDocument(world, { status: 'Outcome Unknown' })
    expect(before.authority_uuid).toBeNull()
    expect(await check('aminah', before.id)).toMatchObject({ body: { status: 'Submitted' } })
    const [accepted, ...more] = await ledgerOf(world, before.invoice_number)
    expect(more).toEqual([])
    expect(await documentOf(world, before.id)).toMatchObject({ authority_uuid: accepted?.uuid })
  })

  test('leaves a lost document lost when the authority’s search shows nothing', async () => {
    const approved = await buildDocument(world, { status: 'Approved' })
    await planFault(world, 'submit', 'reset-before')
    await sendApproved(world.engine, approved)
    const unknown = { status: 200, body: { status: 'Outcome Unknown' } }
    expect(await check('aminah', approved.id)).toMatchObject(unknown)
  })

  test('changes nothing of a validated or an invalid document that stayed what it was', async () => {
    for (const status of ['Validated', 'Invalid'] as const) {
      const before = await buildDocument(world, { status })
      expect(await check('aminah', before.id)).toMatchObject({ status: 200, body: { status } })
      expect(await documentOf(world, before.id)).toEqual(before)
    }
  })

  test('brings the long id that was missing when the document was found valid', async () => {
    const { id, long_id } = await buildDocument(world, { status: 'Validated' })
    await sql`UPDATE documents SET long_id = '' WHERE id = ${id}`.execute(world.db)
    expect((await check('aminah', id)).status).toBe(200)
    expect(await documentOf(world, id)).toMatchObject({ long_id, reject_requested_at: null })
  })

  test('brings the moment of validation that could not be read when the document was found valid', async () => {
    const { id, validated_at } = await buildDocument(world, { status: 'Validated' })
    await sql`UPDATE documents SET validated_at = validated_at + interval '2 days' WHERE id = ${id}`.execute(
      world.db,
    )
    expect((await check('aminah', id)).status).toBe(200)
    expect(await documentOf(world, id)).toMatchObject({ validated_at })
    // One that LHDN tells a little differently each time is the one that is known.
    await sql`UPDATE documents SET validated_at = validated_at + interval '1 second' WHERE id = ${id}`.execute(
      world.db,
    )
    const before = await documentOf(world, id)
    expect((await check('aminah', id)).status).toBe(200)
    expect(await documentOf(world, id)).toEqual(before)
  })

  test('notices a cancellation on the authority’s portal, with its reason', async () => {
    const before = await buildDocument(world, { status: 'Validated' })
    const secrets = await secretsOf(world.engine, before)
    await world.engine.authority.cancel(secrets, before.authority_uuid ?? '', 'By our accountant')
    expect(await check('bakri', before.id)).toMatchObject({
      status: 200,
      body: { status: 'User Cancelled', status_message: 'By our accountant' },
    })
    expect(await ledgerOf(world, before.invoice_number)).toMatchObject([{ status: 'Cancelled' }])
  })

  test('notices it also when the verdict was never fetched before', async () => {
    const before = await buildDocument(world, { status: 'Submitted' })
    const secrets = await secretsOf(world.engine, before)
    await world.engine.authority.submission(secrets, before.submission_uid ?? '')
    await world.engine.authority.cancel(secrets, before.authority_uuid ?? '', 'By our accountant')
    expect(await check('bakri', before.id)).toMatchObject({ body: { status: 'User Cancelled' } })
  })

  test('notices that the buyer asks for a rejection, with the reason', async () => {
    const before = await buildDocument(world, { status: 'Validated' })
    await askToReject(world, before, 'Wrong quantity')
    expect(await check('bakri', before.id)).toMatchObject({ status: 200, body: { status: 'Validated' } })
    const asked = await documentOf(world, before.id)
    expect(asked).toMatchObject({ reject_requested_at: expect.any(Date), reject_reason: 'Wrong quantity' })
    await check('bakri', before.id)
    expect(await documentOf(world, before.id)).toEqual(asked)
  })

  test.each([
    ['Validated', 'details'],
    ['Submitted', 'submission'],
    ['Outcome Unknown', 'search'],
  ] as const)(
    'says so when the authority does not answer about a document that is %s',
    async (status, call) => {
      const before = await buildDocument(world, { status })
      await planFault(world, call, '503')
      expect(await check('aminah', before.id)).toMatchObject({
        status: 503,
        body: { code: 'authority_unavailable', detail: expect.stringMatching(/^LHDN did not answer/) },
      })
      await clearFaults(world)
      expect(await documentOf(world, before.id)).toEqual(before)
    },
  )

  test.each([
    ['Validated', 'details'],
    ['Invalid', 'details'],
    ['Submitted', 'submission'],
  ] as const)(
    'says why when the authority refuses to tell about a document that is %s',
    async (status, call) => {
      const before = await buildDocument(world, { status })
      await planFault(world, call, '403')
      expect(await check('aminah', before.id)).toMatchObject({
        status: 422,
        body: { code: 'Forbidden', detail: expect.stringMatching(/^The credentials may not do this/) },
      })
      expect(await documentOf(world, before.id)).toEqual(before)
    },
  )
})

test('says so of a valid document that LHDN does not show to the credentials of now', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  await sql`UPDATE documents SET authority_uuid = ${'Z'.repeat(26)} WHERE id = ${id}`.execute(world.db)
  expect(await check('aminah', id)).toMatchObject({
    status: 422,
    body: {
      code: 'absent',
      detail: expect.stringMatching(/^LHDN does not show this document to the credentials/),
    },
  })
})

test('is no silence where the same bytes, sent once more, tell what the search did not', async () => {
  const { id } = await buildDocument(world, { status: 'Outcome Unknown' })
  await planFault(world, 'search', '503', 3)
  world.clock.advance(3 * MINUTE_MS)
  expect(await check('aminah', id)).toMatchObject({ status: 503 })
  world.clock.advance(9 * MINUTE_MS)
  expect(await check('aminah', id)).toMatchObject({ status: 200, body: { status: 'Submitted' } })
})

describe('is not for', () => {
  test.each(['Pending Approval', 'Approved', 'Submission Failed', 'User Cancelled'] as const)(
    'a document that is %s',
    async (status) => {
      const before = await buildDocument(world, { status })
      expect(await check('aminah', before.id)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
      expect(await documentOf(world, before.id)).toEqual(before)
    },
  )

  test.each([
    ['nobody', 401],
    ['key', 403],
    ['chong', 404],
    ['ezra', 404],
  ] as const)('%s: %i', async (who, status) => {
    const before = await buildDocument(world, { status: 'Submitted' })
    expect(await check(who, before.id)).toMatchObject({ status })
    expect(await documentOf(world, before.id)).toEqual(before)
  })
})
