import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { clearFaults, ledgerOf, moveClock, planFault } from '../../../test/simulator.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import type { DocumentRow } from '../store/rows.ts'
import { secretsOf } from '../store/secrets.ts'
import { on } from '../store/tables.ts'
import { cancellationsOf as stored } from './cancellations.ts'

const world = await createWorld({ simulator: true })

const cancel = (who: Who, uuid: string, reason: unknown = 'Wrong buyer') =>
  world.as(who).callWrongly(documents.cancel, { params: { uuid }, body: { reason } })

const cancellationsOf = async (id: string) => {
  const rows = await on(world.db)
    .selectFrom('document_history')
    .where('document_id', '=', id)
    .where('event', '=', 'cancel')
    .select(['actor_name', 'why'])
    .execute()
  return rows
}

const atAuthority = async (row: DocumentRow) =>
  (await ledgerOf(world, row.invoice_number)).map((one) => one.status)

const statesOf = async ({ id }: DocumentRow) =>
  (await stored(world.db, id)).map((cancellation) => cancellation.state)

const unsettledOf = async ({ id }: DocumentRow) =>
  (await world.as('devi').call(documents.get, { params: { uuid: id } })).body.cancellation

/** As somebody would do it on the authority's own portal. */
const cancelThere = async (row: DocumentRow, reason: string) =>
  world.engine.authority.cancel(await secretsOf(world.engine, row), row.authority_uuid ?? '', reason)

describe('a cancellation', () => {
  test('happens at the authority, then here, with its reason and author', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    expect(await cancel('devi', row.id)).toMatchObject({
      status: 200,
      body: { uuid: row.id, status: 'User Cancelled', status_message: 'Wrong buyer' },
    })
    expect(await atAuthority(row)).toEqual(['Cancelled'])
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'User Cancelled' })
    expect(await cancellationsOf(row.id)).toEqual([{ actor_name: 'Devi Krishnan', why: 'Wrong buyer' }])
  })

  test('goes by the older path as well', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    const answer = await world
      .as('farid')
      .call(documents.cancelFromList, { params: { uuid: row.id }, body: { reason: 'Twice' } })
    expect(answer).toMatchObject({ status: 200, body: { status: 'User Cancelled' } })
    expect(await atAuthority(row)).toEqual(['Cancelled'])
  })

  test('twice is a conflict, and five at once are one', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel('devi', row.id)))
    expect(answers.some((answer) => answer.status === 200)).toBe(true)
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    expect(await cancellationsOf(row.id)).toHaveLength(1)
    expect(await cancel('devi', row.id)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  })
})

describe('nothing is cancelled', () => {
  test.each([
    ['aminah', 403],
    ['bakri', 403],
    ['chong', 403],
    ['key', 403],
    ['nobody', 401],
  ] as const)('by %s: %i', async (who, status) => {
    const row = await buildDocument(world, { status: 'Validated' })
    expect(await cancel(who, row.id)).toMatchObject({ status })
    expect(await documentOf(world, row.id)).toEqual(row)
    expect(await atAuthority(row)).toEqual(['Valid'])
  })

  test.each(['', '  ', 'x'.repeat(301), undefined, 7])('without a good reason: %j', async (reason) => {
    const row = await buildDocument(world, { status: 'Validated' })
    const answer = await world
      .as('devi')
      .callWrongly(documents.cancel, { params: { uuid: row.id }, body: { reason } })
    expect(answer).toMatchObject({ status: 400, body: { reason: [expect.any(String)] } })
    expect(await atAuthority(row)).toEqual(['Valid'])
  })

  test.each(['Pending Approval', 'Approved', 'Submitted', 'Outcome Unknown', 'Invalid'] as const)(
    'that is %s',
    async (status) => {
      const row = await buildDocument(world, { status })
      expect(await cancel('devi', row.id)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
      expect(await documentOf(world, row.id)).toEqual(row)
    },
  )

  test('that does not exist', async () => {
    expect(await cancel('devi', '00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 404 })
  })

  test('to which an active note refers; the sentence says what to do', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    await buildDocument(world, {
      status: 'Validated',
      invoice_type: '02',
      original_inv_number: row.invoice_number,
      original_inv_ref_number: row.authority_uuid,
    })
    expect(await cancel('devi', row.id)).toMatchObject({
      status: 422,
      body: {
        code: 'ActiveReferencingDocuments',
        detail: 'A note refers to this document. Cancel the note first. (ActiveReferencingDocuments)',
      },
    })
    expect(await documentOf(world, row.id)).toEqual(row)
    expect(await atAuthority(row)).toEqual(['Valid'])
  })

  test('when the company has no credentials', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    const engine = { ...world.engine, secrets: async () => undefined }
    await expect(secretsOf(engine, row)).rejects.toMatchObject({
      problem: { kind: 'unavailable', code: 'credentials_missing' },
    })
  })
})

describe('when the answer is lost', () => {
  test('and the cancellation was carried out, it counts', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    await planFault(world, 'state', 'truncated-json')
    expect(await cancel('devi', row.id)).toMatchObject({ status: 200 })
    expect(await atAuthority(row)).toEqual(['Cancelled'])
  })

  test('and it was not, the document stays Validated and says that Lulus asks', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    await planFault(world, 'state', 'reset-before')
    expect(await cancel('devi', row.id)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      body: { code: 'authority_unavailable', detail: expect.stringContaining('Lulus asks until it knows') },
    })
    expect(await documentOf(world, row.id)).toEqual(row)
    expect(await unsettledOf(row)).toMatchObject({
      state: 'asking',
      by: 'Devi Krishnan',
      reason: 'Wrong buyer',
    })
    expect(await atAuthority(row)).toEqual(['Valid'])
  })

  test('and somebody asks for it again, LHDN is asked first', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    await planFault(world, 'state', 'reset-before')
    await cancel('devi', row.id)
    await planFault(world, 'details', '503')
    expect(await cancel('farid', row.id, 'Again')).toMatchObject({ status: 503 })
    expect(await atAuthority(row)).toEqual(['Valid'])
    await clearFaults(world)
    world.clock.advance(1_000)
    expect(await cancel('farid', row.id, 'Again')).toMatchObject({ status: 200 })
    expect(await cancellationsOf(row.id)).toEqual([{ actor_name: 'Farid Rahman', why: 'Again' }])
    expect(await statesOf(row)).toEqual(['done', 'not_arrived'])
  })

  test('and it had its effect, it counts in the name of who asked first', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    await planFault(world, 'state', 'truncated-json')
    await planFault(world, 'details', '503')
    expect(await cancel('devi', row.id)).toMatchObject({ status: 503 })
    await clearFaults(world)
    expect(await cancel('farid', row.id, 'Again')).toMatchObject({ status: 200 })
    expect(await cancellationsOf(row.id)).toEqual([{ actor_name: 'Devi Krishnan', why: 'Wrong buyer' }])
  })

  test('before anything was sent, it is free to be asked for again at once', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    await planFault(world, 'state', '429')
    expect(await cancel('devi', row.id)).toMatchObject({ status: 503 })
    expect(await statesOf(row)).toEqual(['not_sent'])
    // It is told all the same: nobody else would cancel it.
    const why = 'The authority asks to slow down.'
    expect(await unsettledOf(row)).toMatchObject({ state: 'not_sent', why })
    await clearFaults(world)
    expect(await cancel('devi', row.id)).toMatchObject({ status: 200 })
  })

  test('and nobody can tell, neither: Fetch Updates finds out later', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    await planFault(world, 'state', 'truncated-json')
    await planFault(world, 'details', '503')
    expect(await cancel('devi', row.id)).toMatchObject({ status: 503 })
    expect(await documentOf(world, row.id)).toEqual(row)
    await clearFaults(world)
    expect(await world.as('devi').call(documents.check, { params: { uuid: row.id } })).toMatchObject({
      status: 200,
      body: { status: 'User Cancelled' },
    })
  })
})

test('a document cancelled on the authority’s portal is cancelled here as well', async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  await cancelThere(row, 'Cancelled by our accountant')
  expect(await cancel('devi', row.id)).toMatchObject({ status: 200, body: { status: 'User Cancelled' } })
  expect(await cancellationsOf(row.id)).toHaveLength(1)
})

describe('the 72 hours', () => {
  test('are over a second after the last one, by the authority’s own validation instant', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    const late = await buildDocument(world, { status: 'Validated' })
    world.clock.advance(72 * HOUR_MS)
    expect(await cancel('devi', row.id)).toMatchObject({ status: 200 })
    world.clock.advance(1_000)
    expect(await cancel('devi', late.id)).toMatchObject({
      status: 409,
      body: {
        code: 'too_late',
        detail: expect.stringMatching(/^The 72 hours for cancelling ended on .* Correct it with a credit/),
      },
    })
    expect(await documentOf(world, late.id)).toEqual(late)
    expect(await atAuthority(late)).toEqual(['Valid'])
  })

  test('are the authority’s to judge when its clock is ahead of ours', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    await moveClock(world, 73 * HOUR_MS)
    expect(await cancel('devi', row.id)).toMatchObject({
      status: 422,
      body: {
        code: 'OperationPeriodOver',
        detail: expect.stringContaining('The 72 hours for cancelling are over.'),
      },
    })
    await moveClock(world, -73 * HOUR_MS)
    expect(await documentOf(world, row.id)).toEqual(row)
  })
})
