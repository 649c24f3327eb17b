import { describe, expect, test } from 'vitest'
import { intake } from '#contract/intake.ts'
import { session } from '#contract/people/session.ts'
import { mappings } from '#contract/shaping/mappings.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../test/build.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld({ simulator: true })

const key = (value: string) => ({ 'idempotency-key': value })

describe('a call with an Idempotency-Key', () => {
  test('answers its first result when it is repeated, and stores nothing more', async () => {
    const first = await submit(world, 'aminah', payload(), key('once'))
    const before = await storedIn(world)
    const again = await submit(world, 'aminah', payload(), key('once'))
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await storedIn(world)).toEqual(before)
  })

  test('with another document is a conflict', async () => {
    await submit(world, 'aminah', payload(), key('other'))
    const before = await storedIn(world)
    const other = payload({ document_remarks: 'Another one' })
    expect(await submit(world, 'aminah', other, key('other'))).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect(await storedIn(world)).toEqual(before)
  })

  test('makes one document when twenty equal calls come at once', async () => {
    const before = await storedIn(world)
    const calls = Array.from({ length: 20 }, () => submit(world, 'aminah', payload(), key('twenty')))
    const answers = await Promise.all(calls)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.UUIDs[0])).size).toBe(1)
    expect((await storedIn(world))?.documents).toBe(Number(before?.documents) + 1)
  })

  test('makes one document of twenty calls that bring their own number, too', async () => {
    const document = payload({ source: 'ERP', invoice_number: 'ERP-20' })
    const calls = Array.from({ length: 20 }, () => submit(world, 'key', document, key('own number')))
    const answers = await Promise.all(calls)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.UUIDs[0])).size).toBe(1)
  })

  test('tells the documents of one call apart', async () => {
    const documents = [payload(), payload({ document_remarks: 'Second' })]
    const first = await submit(world, 'aminah', documents, key('two'))
    expect(new Set(first.body.UUIDs).size).toBe(2)
    expect((await submit(world, 'aminah', documents, key('two'))).body).toEqual(first.body)
  })

  test('that was refused may be corrected under the same key', async () => {
    const wrong = payload({ customer: { name: '' } })
    expect(await submit(world, 'aminah', wrong, key('corrected'))).toMatchObject({ status: 400 })
    expect(await submit(world, 'aminah', payload(), key('corrected'))).toMatchObject({ status: 200 })
  })

  test('of another person is another call', async () => {
    const first = await submit(world, 'aminah', payload({ sender_store_code: 'PEN01' }), key('shared'))
    const other = await submit(world, 'ezra', payload({ sender_store_code: 'PEN01' }), key('shared'))
    expect(other.status).toBe(200)
    expect(other.body.UUIDs).not.toEqual(first.body.UUIDs)
  })

  test('still answers the first result after the document was edited', async () => {
    const first = await submit(world, 'aminah', payload(), key('before the edit'))
    const [uuid = ''] = first.body.UUIDs
    await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'Wrong date' })
    await submit(world, 'aminah', payload({ uuid }), key('the edit'))
    expect(await documentOf(world, uuid)).toMatchObject({ revision: 2 })
    expect((await submit(world, 'aminah', payload(), key('before the edit'))).body).toEqual(first.body)
  })

  test('answers its first result also where a mapping is gone without which it could not be read', async () => {
    const body = {
      mapping_type: 'lookup',
      field: 'items.tax_rate',
      lookup_key: 'SST',
      lookup_value: '10',
    } as const
    const { id } = (await world.as('devi').call(mappings.create, { body })).body
    const document = payload({ items: [line({ tax_rate: 'SST' })] })
    const original = await buildDocument(world, { status: 'Validated' })
    const correct = () =>
      world
        .as('devi')
        .callWrongly(
          intake.correct,
          { params: { uuid: original.id }, body: { reason: 'Wrong buyer', invoice: document } },
          { headers: key('mapped correction') },
        )
    const [first, corrected] = [await submit(world, 'aminah', document, key('mapped')), await correct()]
    expect([first.status, corrected.status]).toEqual([200, 200])
    await world.as('devi').call(mappings.remove, { params: { id } })
    expect(await submit(world, 'aminah', document, key('other mapped'))).toMatchObject({ status: 400 })
    const [again, corrected_again] = [await submit(world, 'aminah', document, key('mapped')), await correct()]
    expect([again.status, again.body.UUIDs]).toEqual([200, first.body.UUIDs])
    expect([corrected_again.status, corrected_again.body.UUIDs]).toEqual([200, corrected.body.UUIDs])
  })

  test('too long to be one is refused', async () => {
    expect(await submit(world, 'aminah', payload(), key('x'.repeat(201)))).toMatchObject({ status: 400 })
  })
})

describe('an edit with an Idempotency-Key', () => {
  test('happens once when ten equal calls come at once', async () => {
    const { id: uuid } = await buildDocument(world, { status: 'Approval Rejected' })
    const edit = payload({ uuid, document_remarks: 'Corrected' })
    const calls = Array.from({ length: 10 }, () => submit(world, 'aminah', edit, key('edit ten')))
    const answers = await Promise.all(calls)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(await documentOf(world, uuid)).toMatchObject({ revision: 2 })
  })

  test('belongs to who edits, not to who created', async () => {
    const made = await submit(world, 'aminah', payload({ sender_store_code: 'PEN01' }), key('same word'))
    const [uuid = ''] = made.body.UUIDs
    await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'Wrong date' })
    const edit = payload({ uuid, sender_store_code: 'PEN01' })
    const edited = await submit(world, 'ezra', edit, key('same word'))
    expect(edited.body).toMatchObject({ status: 'Success', UUIDs: [uuid] })
    expect((await submit(world, 'ezra', edit, key('same word'))).body).toEqual(edited.body)
  })
})

describe('whoever lost the answer of a call', () => {
  const outcome = (name: string) => world.as('aminah').call(intake.outcome, { body: { key: name } })

  test('learns what was stored under its key, as often as asked', async () => {
    const { body } = await submit(world, 'aminah', payload(), key('lost'))
    const told = { Invoice_Numbers: body.Invoice_Numbers, UUIDs: body.UUIDs }
    expect(await outcome('lost')).toMatchObject({ status: 200, body: told })
    expect(await outcome('lost')).toMatchObject({ status: 200, body: told })
  })

  test('learns that nothing was, and then nothing is any more', async () => {
    expect(await outcome('late')).toMatchObject({ status: 200, body: { Invoice_Numbers: [], UUIDs: [] } })
    const before = await storedIn(world)
    expect(await submit(world, 'aminah', payload(), key('late'))).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_closed' },
    })
    expect(await storedIn(world)).toEqual(before)
  })

  test('is told the truth also while the call is on its way', async () => {
    for (let round = 0; round < 20; round++) {
      const name = `race ${round}`
      const askMeanwhile = async () => {
        for (let before = 0; before < round; before++) await world.as('bakri').call(session.permissions, {})
        return outcome(name)
      }
      const [stored, told] = await Promise.all([
        submit(world, 'aminah', payload(), key(name)),
        askMeanwhile(),
      ])
      expect(stored.status === 200 ? stored.body.UUIDs : []).toEqual(told.body.UUIDs)
    }
  })

  test('learns of every document of the call, also where the first was refused', async () => {
    const wrong = payload({ customer: { name: '' } })
    const documents = [wrong, payload(), payload({ document_remarks: 'Third' })]
    const { body } = await submit(world, 'aminah', documents, key('three'))
    expect(body.UUIDs).toHaveLength(2)
    const told = await outcome('three')
    expect(told.body).toEqual({ Invoice_Numbers: body.Invoice_Numbers, UUIDs: body.UUIDs })
  })

  test('of which some were stored can count on it that the others never are', async () => {
    const [first, second] = [payload(), payload({ document_remarks: 'Second' })]
    const { body } = await submit(world, 'aminah', [first], key('half'))
    await outcome('half')
    expect((await submit(world, 'aminah', [first, second], key('half'))).body).toMatchObject({
      status: 'Partial Success',
      UUIDs: body.UUIDs,
      errors: [{ errors: [{ details: expect.stringContaining('came too late') }] }],
    })
  })

  test('is told the truth also while a call with several is on its way', async () => {
    const documents = Array.from({ length: 4 }, (_, place) => payload({ document_remarks: `No. ${place}` }))
    for (let round = 0; round < 12; round++) {
      const name = `race of four ${round}`
      const sent = submit(world, 'aminah', documents, key(name))
      for (let before = 0; before < round; before++) await world.as('bakri').call(session.permissions, {})
      const told = await outcome(name)
      expect((await sent).body.UUIDs).toEqual(told.body.UUIDs)
    }
  })

  test('learns nothing of another person’s key', async () => {
    await submit(world, 'aminah', payload({ sender_store_code: 'PEN01' }), key('hers'))
    const answer = await world.as('ezra').call(intake.outcome, { body: { key: 'hers' } })
    expect(answer.body.UUIDs).toEqual([])
  })
})
