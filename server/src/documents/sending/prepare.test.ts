import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { DOCUMENT_TYPE_CODES } from '#domain/documents/document.ts'
import { startOfDay } from '#domain/time/dates.ts'
import { buildDocument, documentOf, line } from '../../../test/build.ts'
import { ledgerOf, moveClock } from '../../../test/simulator.ts'
import { createWorld, NOON } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { lockForJob } from '../store/rows.ts'
import { sweep } from '../sweep.job.ts'
import { attemptsOf, openAttempt, readBytes } from './attempts.ts'
import { prepare, signerFor } from './prepare.ts'
import { sendApproved } from './send.job.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities

const issueVersion = (version: '1.0' | '1.1') =>
  sql`UPDATE sender_entities SET document_version = ${version} WHERE id = ${kinabalu}`.execute(world.db)

const loseCertificate = () =>
  sql`DELETE FROM entity_certificates WHERE sender_entity_id = ${kinabalu}`.execute(world.db)

const expireCertificate = () =>
  sql`UPDATE entity_certificates SET not_after = ${world.clock.now()} WHERE sender_entity_id = ${kinabalu}`.execute(
    world.db,
  )

/** The bytes that went out for a document. */
const sentText = async (row: { id: string; revision: number }): Promise<string> => {
  const attempt = await openAttempt(world.db, row.id, row.revision)
  return (await readBytes(world.db, attempt?.id ?? '')).toString()
}

afterEach(() => issueVersion('1.1'))

/** What the other side of any type needs: an MSIC code as supplier, an original as receiver of a note. */
const given = (invoice_type: string) => ({
  invoice_type,
  original_inv_number: 'NA',
  original_inv_ref_number: 'NA',
  customer: { msic_code: '00000', business_description: 'NA' },
})

describe.each(DOCUMENT_TYPE_CODES)('a document of type %s', (invoice_type) => {
  test('is signed in version 1.1 and found valid', async () => {
    const row = await buildDocument(world, { status: 'Validated', ...given(invoice_type) })
    const text = await sentText(row)
    expect(text).toContain('listVersionID="1.1"')
    expect(text).toContain('SignatureValue')
  })

  test('is unsigned in version 1.0 and found valid', async () => {
    await issueVersion('1.0')
    const row = await buildDocument(world, { status: 'Validated', ...given(invoice_type) })
    const text = await sentText(row)
    expect(text).toContain('listVersionID="1.0"')
    expect(text).not.toContain('Signature')
  })

  test('is of version 1.3, unsigned of 1.2, where it is a voluntary disclosure', async () => {
    const disclosed = { status: 'Validated', voluntary_disclosure: true, ...given(invoice_type) } as const
    const signed = await sentText(await buildDocument(world, disclosed))
    expect(signed).toContain('listVersionID="1.3"')
    expect(signed).toContain('SignatureValue')
    await issueVersion('1.0')
    const unsigned = await sentText(await buildDocument(world, disclosed))
    expect(unsigned).toContain('listVersionID="1.2"')
    expect(unsigned).not.toContain('Signature')
  })
})

describe('the issue time', () => {
  test('is that of the past for an authority whose clock is behind ours', async () => {
    const row = await buildDocument(world, { status: 'Approved' })
    await moveClock(world, -100_000)
    await sendApproved(world.engine, row)
    await moveClock(world, 100_000)
    expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })
    const [attempt] = await attemptsOf(world.db, row.id)
    expect(attempt?.intended_at).toEqual(world.clock.now())
    expect(attempt?.issued_at).toEqual(new Date(world.clock.now().getTime() - 60_000))
  })

  test('is not before the certificate that signs the document', async () => {
    const { id } = await buildDocument(world, { status: 'Approved' })
    const row = await inTransaction(world.db, (tx) => lockForJob(tx, { id, sender_entity_id: kinabalu }))
    const secrets = await world.engine.secrets(kinabalu, 'simulator')
    const signer = secrets && signerFor(secrets)
    if (!row || !signer) throw new Error('Nothing to sign, or nothing to sign it with.')
    const not_before = new Date(NOON.getTime() - 5_000)
    expect(await prepare(row, { ...signer, not_before }, NOON)).toMatchObject({ issued_at: not_before })
  })
})

test('what cannot be built is told in our words, with the fault for the log', async () => {
  const { id } = await buildDocument(world, { status: 'Approved' })
  const row = await inTransaction(world.db, (tx) => lockForJob(tx, { id, sender_entity_id: kinabalu }))
  const secrets = await world.engine.secrets(kinabalu, 'simulator')
  const signer = secrets && signerFor(secrets)
  if (!row || !signer) throw new Error('Nothing to sign, or nothing to sign it with.')
  const { publicKey: not_private } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(await prepare(row, { ...signer, key: not_private }, NOON)).toMatchObject({
    why: 'Lulus could not build this document. An administrator finds the reason in the log, by its internal UUID.',
    error: expect.any(Error),
  })
})

test('codes hold by the issue date in UTC, which at six in the morning is not the Malaysian day yet', async () => {
  const { id } = await buildDocument(world, {
    status: 'Approved',
    items: [line({ unit_of_measurement: 'HAR' })],
  })
  const row = await inTransaction(world.db, (tx) => lockForJob(tx, { id, sender_entity_id: kinabalu }))
  if (!row) throw new Error('The document is gone.')
  expect(await prepare(row, undefined, new Date('2026-04-09T22:00:00Z'))).toMatchObject({
    why: expect.stringContaining('items.0.unit_of_measurement'),
  })
  const issued_at = new Date('2026-04-10T00:00:00Z')
  expect(await prepare(row, undefined, new Date('2026-04-10T00:01:00Z'))).toMatchObject({ issued_at })
})

test('what breaks a rule that came into force after its approval is not sent, and says so in words', async () => {
  const row = await buildDocument(world, { status: 'Approved', frequency_of_billing: 'X'.repeat(51) })
  const old = await buildDocument(world, { status: 'Approved', invoice_date: '2026-06-01' })
  world.clock.advance(startOfDay('2026-08-15').getTime() - world.clock.now().getTime())
  await sendApproved(world.engine, row)

  const { status, status_message } = await documentOf(world, row.id)
  expect(status).toBe('Submission Failed')
  expect(status_message.split('\n')).toEqual([
    'The document was not sent, since it breaks the rules of today.',
    'frequency_of_billing: The frequency of billing may have at most 50 characters; it has 51.',
  ])
  expect(await openAttempt(world.db, row.id, row.revision)).toBeUndefined()
  expect(await ledgerOf(world, row.invoice_number)).toEqual([])
  expect(await documentOf(world, old.id)).toMatchObject({ status: 'Submitted' })
})

test('version 1.0 goes out when the certificate is over or was never there, 1.1 waits for one', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  await expireCertificate()
  await sendApproved(world.engine, row)
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'OnHold' })

  await issueVersion('1.0')
  world.clock.advance(60_000)
  await sweep(world.engine)
  await sendApproved(world.engine, row)
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Submitted' })

  await loseCertificate()
  const next = await buildDocument(world, { status: 'Submitted' })
  expect(await ledgerOf(world, next.invoice_number)).toHaveLength(1)
  await issueVersion('1.1')
  const signed = await buildDocument(world, { status: 'Approved' })
  await sendApproved(world.engine, signed)
  expect(await documentOf(world, signed.id)).toMatchObject({
    status: 'OnHold',
    status_message: expect.stringContaining('signing certificate of this company are missing'),
  })
})
