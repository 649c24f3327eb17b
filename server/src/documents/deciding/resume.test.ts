import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { forgetJobs, storedIn } from '../../../test/stored.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { on } from '../store/tables.ts'

const world = await createWorld({ simulator: true })

const CASES = [
  ['retry', 'Submission Failed'],
  ['release', 'OnHold'],
] as const

describe.each(CASES)('to %s', (verb, status) => {
  const resume = (who: Who, uuid: string) => world.as(who).call(documents[verb], { params: { uuid } })

  test(`a document that is ${status} sends it as it was approved, and once`, async () => {
    const before = await buildDocument(world, { status })
    await forgetJobs(world)
    expect(await resume('bakri', before.id)).toMatchObject({
      status: 200,
      body: { uuid: before.id, status: 'Approved', status_message: '' },
    })
    expect(await storedIn(world)).toMatchObject({ jobs: 1 })
    const row = await documentOf(world, before.id)
    expect(row).toMatchObject({
      revision: 1,
      content_hash: before.content_hash,
      approved_hash: before.approved_hash,
    })
    await sendApproved(world.engine, row)
    expect(await documentOf(world, before.id)).toMatchObject({ status: 'Submitted' })
    expect(await ledgerOf(world, before.invoice_number)).toHaveLength(1)
  })

  test('ten times at once happens once', async () => {
    const { id } = await buildDocument(world, { status })
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => resume('bakri', id)))).map(
      (a) => a.status,
    )
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    const events = await on(world.db)
      .selectFrom('document_history')
      .where('document_id', '=', id)
      .where('event', '=', verb)
      .select('actor_name')
      .execute()
    expect(events).toEqual([{ actor_name: 'Bakri Hassan' }])
    await sendApproved(world.engine, await documentOf(world, id))
  })

  test.each([
    ['aminah', 403],
    ['gita', 403],
    ['key', 403],
    ['nobody', 401],
    ['chong', 404],
    ['ezra', 404],
  ] as const)('is not for %s: %i', async (who, answer) => {
    const before = await buildDocument(world, { status })
    expect(await resume(who, before.id)).toMatchObject({ status: answer })
    expect(await documentOf(world, before.id)).toEqual(before)
  })

  test.each(['Pending Approval', 'Outcome Unknown', 'Submitted', 'Validated', 'Invalid'] as const)(
    'is not possible while a document is %s',
    async (other) => {
      const before = await buildDocument(world, { status: other })
      expect(await resume('bakri', before.id)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
      expect(await documentOf(world, before.id)).toEqual(before)
    },
  )
})
