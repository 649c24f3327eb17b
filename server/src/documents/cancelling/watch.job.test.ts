import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument as buildContent } from '../../../../domain/test/build.ts'
import { approvedRow } from '../../../test/approved-row.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { scansOf } from '../../../test/plan.ts'
import { createWorld, type World } from '../../../test/world.ts'
import type { Asked } from '../../authority/words/answers.ts'
import { openAttempt } from '../sending/attempts.ts'
import { on } from '../store/tables.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'
import { resolveAttempt } from '../verdicts/resolve.job.ts'
import { askToReject, cancelOnPortal } from './fixtures/portal.ts'
import { watch } from './watch.job.ts'

let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})

test('a buyer’s request for rejection shows in list, filter and detail until it is answered', async () => {
  const document = await buildDocument(world, { status: 'Validated' })
  await askToReject(world, document, 'We never ordered this')
  await watch(world.engine)

  const expected = { reason: 'We never ordered this', deadline: expect.any(String), at: expect.any(String) }
  const detail = await world.as('aminah').call(documents.get, { params: { uuid: document.id } })
  expect(detail.body).toMatchObject({ status: 'Validated', reject_request: expected })
  const list = await world.as('aminah').call(documents.list, { query: { status: 'Rejection Requested' } })
  expect(list.body).toMatchObject({ count: 1, results: [{ uuid: document.id, reject_request: expected }] })
  const foreign = await world.as('chong').call(documents.list, { query: { status: 'Rejection Requested' } })
  expect(foreign.body.count).toBe(0)

  const agreed = { params: { uuid: document.id }, body: { reason: 'Agreed with the buyer' } }
  expect((await world.as('devi').call(documents.cancel, agreed)).status).toBe(200)
  const answered = await world.as('aminah').call(documents.list, { query: { status: 'Rejection Requested' } })
  expect(answered.body.count).toBe(0)
})

test('a long id that was missing when the document was found valid is filled in, also beside a request', async () => {
  const valid = await buildDocument(world, { status: 'Validated' })
  const asked = await buildDocument(world, { status: 'Validated' })
  const ids = [valid, asked].map(({ id }) => id)
  await sql`UPDATE documents SET long_id = '' WHERE id = ANY(${ids}::uuid[])`.execute(world.db)
  await askToReject(world, asked, 'Twice')
  await watch(world.engine)
  expect(await documentOf(world, valid.id)).toMatchObject({ long_id: valid.long_id, reject_reason: '' })
  expect(await documentOf(world, asked.id)).toMatchObject({ long_id: asked.long_id, reject_reason: 'Twice' })
})

test('a request about a document whose answer came late is noticed too', async () => {
  const lost = await buildDocument(world, { status: 'Outcome Unknown' })
  world.clock.advance(20 * MINUTE_MS)
  const attempt = await openAttempt(world.db, lost.id, lost.revision)
  await resolveAttempt(world.engine, attempt?.id ?? '')
  const { sender_entity_id, submission_uid } = await documentOf(world, lost.id)
  await pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  await askToReject(world, await documentOf(world, lost.id), 'Wrong address')
  await watch(world.engine)
  expect(await documentOf(world, lost.id)).toMatchObject({
    status: 'Validated',
    reject_reason: 'Wrong address',
  })
})

test('of what was validated the first document of a company is looked for, not all of them', async () => {
  const now = world.clock.now()
  const { company } = world
  const place = { sender_entity_id: company.entities.kinabalu, store_code_id: company.stores.KUL01 }
  const rows = Array.from({ length: 400 }, (_, at) => ({
    ...approvedRow(buildContent({ invoice_number: `WATCHED-${at}` }), {
      ...{ ...place, environment: 'simulator', lane: 'bulk', now },
    }),
    ...{ status: 'Validated' as const, validated_at: new Date(now.getTime() - at * 60_000) },
    submitted_at: new Date(now.getTime() - at * 60_000 - 5_000),
  }))
  await on(world.db).insertInto('documents').values(rows).execute()
  await sql`VACUUM ANALYZE documents`.execute(world.db)
  const scans = await scansOf(world.db, 'documents', (db) => watch({ ...world.engine, db }))
  expect(scans.length).toBeGreaterThan(0)
  expect(Math.max(...scans.map(({ read }) => read))).toBeLessThanOrEqual(5)
})

test('a document cancelled on the authority’s own portal is cancelled here', async () => {
  const document = await buildDocument(world, { status: 'Validated' })
  // Another department had its first one later, which does not hide what was before.
  world.clock.advance(2 * HOUR_MS)
  await buildDocument(world, { status: 'Validated', sender_store_code: 'PEN01' })
  await cancelOnPortal(world, document, 'Done by hand')
  await watch(world.engine)
  expect(await documentOf(world, document.id)).toMatchObject({
    status: 'User Cancelled',
    status_message: 'Done by hand',
  })
})

const REFUSED: Asked<never> = { kind: 'refused', status: 403, reasons: [], correlation_id: '', text: '' }
const NO_LOGIN: Asked<never> = {
  ...{ kind: 'unavailable', why: 'The authority refused the credentials.', retry_after_ms: 60_000 },
  credentials_refused: true,
}
const SLOW_DOWN: Asked<never> = {
  ...{ kind: 'unavailable', why: 'The authority asks to slow down.', retry_after_ms: 60_000 },
  credentials_refused: false,
}

test.each([
  ['the search', REFUSED, 'The authority gave no reason.'],
  ['the credentials', NO_LOGIN, 'The authority refused the credentials.'],
])(
  'that LHDN refuses %s is told until it answers, since no request of a buyer is seen',
  async (_, answer, why) => {
    const { sender_entity_id } = await buildDocument(world, { status: 'Validated' })
    const refusals = async () => (await world.as('aminah').call(documents.troubles, {})).body.refusals
    await watch({ ...world.engine, authority: { ...world.engine.authority, search: async () => answer } })
    const since = world.clock.now().toISOString()
    const told = { sender_entity_id, documents: 0, invoice_number: '', since, why }
    expect(await refusals()).toMatchObject([told])
    world.clock.advance(5 * MINUTE_MS)
    // That it asks to slow down says nothing else than before.
    await watch({ ...world.engine, authority: { ...world.engine.authority, search: async () => SLOW_DOWN } })
    expect(await refusals()).toMatchObject([told])
    await watch({ ...world.engine, secrets: async () => undefined })
    expect(await refusals()).toMatchObject([{ ...told, why: expect.stringMatching(/are missing/) }])
    await watch(world.engine)
    expect(await refusals()).toEqual([])
  },
)
