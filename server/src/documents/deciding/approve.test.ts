import { describe, expect, test } from 'vitest'
import { buildDocument, decide, documentOf, payload, submit } from '../../../test/build.ts'
import { eventsOf, forgetJobs, storedIn } from '../../../test/stored.ts'
import { createWorld } from '../../../test/world.ts'
import { writeSetting } from '../../settings/write.ts'

const world = await createWorld()

const allowSelfApproval = (value: boolean) =>
  writeSetting(world.db, {
    caller: undefined,
    key: 'approval.allow_self_approval',
    value,
    now: world.clock.now(),
  })

describe('an approval', () => {
  test('signs off the content’s hash in the approver’s name and enqueues the sending', async () => {
    const before = await buildDocument(world)
    await forgetJobs(world)
    const answer = await decide(world, 'bakri', before.id)
    expect(answer).toMatchObject({ status: 200, body: { uuid: before.id, status: 'Approved' } })
    expect(await documentOf(world, before.id)).toMatchObject({
      status: 'Approved',
      approved_hash: before.content_hash,
      approved_by: world.company.users.bakri,
      approved_by_email: 'bakri@lulus.example',
      approved_at: world.clock.now(),
    })
    expect(await eventsOf(world, before.id)).toEqual(['create', 'approve'])
    expect(await storedIn(world)).toMatchObject({ jobs: 1 })
  })

  test('says nothing of a reason for rejecting', async () => {
    const { id } = await buildDocument(world)
    await decide(world, 'bakri', id, { status: 'Approved', rejection_reason: 'left over in the form' })
    expect(await documentOf(world, id)).toMatchObject({ status: 'Approved', status_message: '' })
  })

  test('twice is a conflict that tells what happened and who did it', async () => {
    const { id } = await buildDocument(world, { status: 'Approved' })
    const before = await storedIn(world)
    expect(await decide(world, 'devi', id)).toMatchObject({
      status: 409,
      body: {
        code: 'already_decided',
        detail: 'Already approved by Bakri Hassan on 15 Jul 2026, 12:00 MYT; it is Approved now.',
      },
    })
    expect(await storedIn(world)).toEqual(before)
  })

  test('happens once when a hundred come at once', async () => {
    const { id } = await buildDocument(world)
    const people = ['bakri', 'devi', 'farid'] as const
    const calls = Array.from({ length: 100 }, (_, i) => decide(world, people[i % 3] ?? 'bakri', id))
    const answers = await Promise.all(calls)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.code === 'already_decided')).toHaveLength(99)
    expect(await eventsOf(world, id)).toEqual(['create', 'approve'])
  })

  test('and a rejection at once: one of them wins', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await buildDocument(world)
      const [approved, rejected] = await Promise.all([
        decide(world, 'bakri', id),
        decide(world, 'devi', id, { status: 'Rejected', rejection_reason: 'No' }),
      ])
      const won = approved.status === 200 ? 'Approved' : 'Approval Rejected'
      expect([approved.status, rejected.status].sort()).toEqual([200, 409])
      expect((await documentOf(world, id)).status).toBe(won)
      expect(await eventsOf(world, id)).toHaveLength(2)
    }
  })

  test('and a withdrawal at once: one of them wins', async () => {
    const { id } = await buildDocument(world)
    const answers = await Promise.all([
      decide(world, 'bakri', id),
      decide(world, 'aminah', id, { status: 'User Cancelled' }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(await eventsOf(world, id)).toHaveLength(2)
  })

  test('of a revision that was edited meanwhile is a conflict', async () => {
    const { id } = await buildDocument(world, { status: 'Approval Rejected' })
    await submit(world, 'aminah', payload({ uuid: id, document_remarks: 'Edited' }))
    expect(await decide(world, 'bakri', id, { status: 'Approved', revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    expect(await documentOf(world, id)).toMatchObject({ status: 'Pending Approval', revision: 2 })
    expect(await decide(world, 'bakri', id, { status: 'Approved', revision: 2 })).toMatchObject({
      status: 200,
    })
  })

  test('and an edit at once never leave a content approved that nobody saw', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await buildDocument(world, { status: 'Approval Rejected' })
      await Promise.all([
        submit(world, 'aminah', payload({ uuid: id, document_remarks: `Edited ${round}` })),
        decide(world, 'bakri', id, { status: 'Approved', revision: 1 }),
      ])
      expect(await documentOf(world, id)).toMatchObject({ status: 'Pending Approval', approved_hash: null })
    }
  })
})

describe('nobody approves', () => {
  test('what he created, superadmins included', async () => {
    const { id } = await buildDocument(world, { who: 'devi' })
    expect(await decide(world, 'devi', id)).toMatchObject({
      status: 409,
      body: {
        code: 'own_document',
        detail: 'You created this document; someone else must decide.',
      },
    })
    expect(await documentOf(world, id)).toMatchObject({ status: 'Pending Approval', approved_hash: null })
    expect(await decide(world, 'farid', id)).toMatchObject({ status: 200 })
  })

  test('what he created, unless the setting of a one-person company allows it', async () => {
    const { id } = await buildDocument(world, { who: 'devi' })
    await allowSelfApproval(true)
    try {
      expect(await decide(world, 'devi', id)).toMatchObject({ status: 200 })
    } finally {
      await allowSelfApproval(false)
    }
  })

  test.each([
    ['nobody', 401],
    ['aminah', 403],
    ['gita', 403],
    ['key', 403],
    ['chong', 404],
    ['ezra', 404],
  ] as const)('as %s: %i', async (who, status) => {
    const before = await buildDocument(world)
    expect(await decide(world, who, before.id)).toMatchObject({ status })
    expect(await documentOf(world, before.id)).toEqual(before)
  })

  test('what does not exist, what has no id, or with a decision nobody knows', async () => {
    const { id } = await buildDocument(world)
    expect(await decide(world, 'bakri', '00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 404,
    })
    expect(await decide(world, 'bakri', 'x')).toMatchObject({ status: 400 })
    expect(await decide(world, 'bakri', id, { status: 'Validated' })).toMatchObject({ status: 400 })
    expect(await documentOf(world, id)).toMatchObject({ status: 'Pending Approval' })
  })
})

describe('a rejection', () => {
  test('keeps its reason and its author', async () => {
    const { id } = await buildDocument(world)
    const body = { status: 'Rejected', rejection_reason: '  The buyer is another one ' }
    expect(await decide(world, 'bakri', id, body)).toMatchObject({
      status: 200,
      body: { status: 'Approval Rejected' },
    })
    expect(await documentOf(world, id)).toMatchObject({
      status: 'Approval Rejected',
      status_message: 'The buyer is another one',
      approved_by: world.company.users.bakri,
      approved_hash: null,
    })
  })

  test.each([undefined, '', '   '])('without a reason (%j) is refused', async (rejection_reason) => {
    const { id } = await buildDocument(world)
    expect(await decide(world, 'bakri', id, { status: 'Rejected', rejection_reason })).toMatchObject({
      status: 400,
      body: { rejection_reason: ['A rejection reason is required.'] },
    })
    expect(await documentOf(world, id)).toMatchObject({ status: 'Pending Approval' })
  })

  test('of one’s own document is refused like an approval', async () => {
    const { id } = await buildDocument(world, { who: 'devi' })
    const body = { status: 'Rejected', rejection_reason: 'No' }
    expect(await decide(world, 'devi', id, body)).toMatchObject({
      status: 409,
      body: { code: 'own_document' },
    })
  })
})

describe('a withdrawal', () => {
  test('is the creator’s alone', async () => {
    const { id } = await buildDocument(world)
    const body = { status: 'User Cancelled' }
    expect(await decide(world, 'devi', id, body)).toMatchObject({
      status: 409,
      body: { code: 'own_document' },
    })
    expect(await decide(world, 'bakri', id, body)).toMatchObject({ status: 403 })
    expect(await decide(world, 'aminah', id, body)).toMatchObject({
      status: 200,
      body: { status: 'User Cancelled' },
    })
    expect(await eventsOf(world, id)).toEqual(['create', 'withdraw'])
    expect(await decide(world, 'aminah', id, body)).toMatchObject({
      status: 409,
      body: { code: 'already_decided', detail: expect.stringContaining('Already withdrawn by Aminah Yusof') },
    })
  })

  test('of what was sent back gives its number free, also where a program made it', async () => {
    const invoice = payload({ source: 'ERP', invoice_number: 'INV-100' })
    const made = await submit(world, 'key', invoice)
    const id = made.body.UUIDs[0] ?? ''
    await decide(world, 'bakri', id, { status: 'Rejected', rejection_reason: 'Sent twice, throw it away.' })
    const anew = () => submit(world, 'devi', { ...invoice, uuid: null })
    expect((await anew()).body.Invoice_Numbers).toEqual([])
    const body = { status: 'User Cancelled' }
    expect(await decide(world, 'bakri', id, body)).toMatchObject({ status: 403 })
    expect(await decide(world, 'devi', id, body)).toMatchObject({ status: 200, body })
    expect(await eventsOf(world, id)).toEqual(['create', 'reject', 'withdraw'])
    expect((await anew()).body.Invoice_Numbers).toEqual(['INV-100'])
  })
})
