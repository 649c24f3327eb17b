import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { broadcasts, messages } from '#contract/notifications/messages.ts'
import { createWorld, type Who } from '../../test/world.ts'

const world = await createWorld()
const devi = world.as('devi')
const write = async (title: string, more: object = {}) => {
  const body = { title, content: 'Come to the office on Monday.', ...more }
  const { status, body: made } = await devi.call(broadcasts.create, { body })
  expect(status).toBe(201)
  world.clock.advance(1_000)
  return made as { id: string }
}
const shownTo = async (who: Who) => {
  const { body } = await world.as(who).call(messages.list, {})
  return (body as { title: string }[]).map(({ title }) => title)
}

describe('messages to everybody', () => {
  test('are shown while active, the oldest first, until each person dismisses them', async () => {
    const first = await write('First')
    const second = await write('Second')
    await write('Draft', { is_active: false })
    expect(await shownTo('aminah')).toEqual(['First', 'Second'])
    const dismiss = (who: Who, message_id: string) =>
      world.as(who).call(messages.dismiss, { body: { message_id } })
    expect((await dismiss('aminah', first.id)).status).toBe(200)
    expect((await dismiss('aminah', first.id)).status).toBe(200)
    expect(await shownTo('aminah')).toEqual(['Second'])
    expect(await shownTo('chong')).toEqual(['First', 'Second'])
    const params = { id: second.id }
    await devi.call(broadcasts.setActive, { params, body: { is_active: false } })
    expect(await shownTo('aminah')).toEqual([])
    await devi.call(broadcasts.update, {
      params: { id: first.id },
      body: { title: 'First, once more', content: 'x', is_active: true },
    })
    expect(await shownTo('chong')).toEqual(['First, once more'])
    expect(await shownTo('aminah'), 'who dismissed it is spared its new words').toEqual([])
  })

  test('are listed the newest first, or the oldest', async () => {
    const titles = async (query: { sort_order?: '' | 'asc' | 'desc' }) =>
      ((await devi.call(broadcasts.list, { query })).body as { title: string }[]).map(({ title }) => title)
    const newest = await titles({})
    expect(newest.slice(0, 2)).toEqual(['Draft', 'Second'])
    expect(await titles({ sort_order: '' })).toEqual(newest)
    expect(await titles({ sort_order: 'asc' })).toEqual(newest.toReversed())
  })

  test('are not saved over what somebody else did meanwhile: one that was withdrawn stays so', async () => {
    const { id } = await write('Closed on Friday')
    const listed = async () => {
      const { body } = await devi.call(broadcasts.list, { query: {} })
      return (body as { id: string; modified_at: string }[]).find((one) => one.id === id)
    }
    const modified_at = (await listed())?.modified_at
    const said = { title: 'Closed on Friday', content: 'And on Monday.', is_active: true }
    const save = (body: object) =>
      world.as('farid').callWrongly(broadcasts.update, { params: { id }, body: { ...said, ...body } })
    await devi.call(broadcasts.setActive, { params: { id }, body: { is_active: false } })
    const now = (await listed())?.modified_at
    expect(now).not.toBe(modified_at)
    expect(await save({ modified_at })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current: { modified_at: now } },
    })
    expect(await shownTo('chong')).not.toContain('Closed on Friday')
    world.clock.advance(1_000)
    const saved = await save({ modified_at: now })
    expect([saved.status, saved.body.modified_at]).toEqual([200, world.clock.now().toISOString()])
    expect((await save({ modified_at: now })).status, 'the first answer may have been lost').toBe(200)
    await devi.call(broadcasts.setActive, { params: { id }, body: { is_active: false } })
  })

  test('want a title and a content that somebody can see', async () => {
    const { status, body } = await devi.call(broadcasts.create, { body: { title: ' \u200b ', content: '' } })
    expect([status, body]).toMatchObject([
      400,
      { title: ['Please enter the title.'], content: ['Please enter the content.'] },
    ])
  })

  test('are written down in the log of changes, and unknown ones are not found', async () => {
    const { id } = await write('Third')
    await devi.call(broadcasts.setActive, { params: { id }, body: { is_active: false } })
    const { rows } = await sql<{ old_value: string }>`SELECT old_value, new_value FROM audit_events
      WHERE target_kind = 'broadcast' AND target_id = ${id} AND action = 'update'`.execute(world.db)
    expect(rows).toEqual([{ old_value: 'true', new_value: 'false' }])
    const unknown = '0b0f8a52-5a8e-4a6e-9d67-1c1a1f0e7a11'
    const params = { id: unknown }
    expect((await devi.call(broadcasts.setActive, { params, body: { is_active: true } })).status).toBe(404)
    expect((await devi.call(messages.dismiss, { body: { message_id: unknown } })).status).toBe(404)
  })

  test('leave the oldest ones for later where there are more than are shown', async () => {
    const titles = Array.from({ length: 21 }, (_, nr) => `Week ${nr}`)
    const made = []
    for (const title of titles) made.push(await write(title))
    expect(await shownTo('bakri')).toEqual(titles.slice(1))
    const body = { message_id: String(made[1]?.id) }
    expect((await world.as('bakri').call(messages.dismiss, { body })).status).toBe(200)
    expect(await shownTo('bakri')).toEqual(titles.filter((title) => title !== 'Week 1'))
  })
})
