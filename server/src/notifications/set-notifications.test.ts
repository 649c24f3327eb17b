import { expect, it } from 'vitest'
import { profile } from '#contract/people/profile.ts'
import { session } from '#contract/people/session.ts'
import { ERROR_TYPES } from '#domain/notifications/error-types.ts'
import type { Who } from '../../test/world.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()

const choose = (who: Who, ...keys: string[]) =>
  world.as(who).call(profile.setNotifications, { body: { notification_preferences: keys } })
const chosen = async (who: Who) =>
  (await world.as(who).call(session.profile, {})).body.notification_preferences

it('replaces what the person hears of, answered here and in the profile', async () => {
  expect(await chosen('aminah'), 'of everything, until they choose').toHaveLength(ERROR_TYPES.length)
  const first = await choose('aminah', 'invalid', 'on_hold')
  expect([first.status, first.body]).toMatchObject([
    200,
    { notification_preferences: [{ key: 'invalid' }, { key: 'on_hold' }] },
  ])
  await choose('aminah', 'on_hold', 'submission_failed', 'on_hold')
  expect(await chosen('aminah')).toEqual([{ key: 'submission_failed' }, { key: 'on_hold' }])
  await choose('aminah')
  expect(await chosen('aminah')).toEqual([])
})

it('takes every error type that the list offers', async () => {
  const { body } = await world.as('devi').call(session.errorTypes, {})
  expect((await choose('devi', ...body.map(({ key }) => key))).status).toBe(200)
  expect(await chosen('devi')).toEqual(ERROR_TYPES.map(({ key }) => ({ key })))
})

it('is the choice of one person, who is signed in', async () => {
  await choose('bakri', 'invalid')
  expect(await chosen('ezra')).toHaveLength(ERROR_TYPES.length)
  expect((await choose('nobody', 'invalid')).status).toBe(401)
  expect((await choose('key', 'invalid')).status).toBe(403)
})

it('keeps how each kind comes beside the list; a key alone means mail, unless it was chosen before', async () => {
  const ways = async (who: Who) => (await world.as(who).call(session.profile, {})).body.notification_ways
  expect(await ways('bakri')).toMatchObject({ invalid: 'in_app', on_hold: 'off' })
  const body = {
    notification_preferences: ['invalid', 'on_hold'],
    notification_ways: { invalid: 'digest' as const },
  }
  const answer = await world.as('bakri').call(profile.setNotifications, { body })
  expect(answer.body.notification_ways).toMatchObject({
    invalid: 'digest',
    on_hold: 'at_once',
    import_finished: 'off',
  })
  await choose('bakri', 'invalid', 'import_finished')
  expect(await ways('bakri')).toMatchObject({ invalid: 'digest', on_hold: 'off', import_finished: 'at_once' })
})

it('leaves the deadlines of the law to a superadmin who leaves them out', async () => {
  const legal = [
    ...['rejection_requested', 'submission_deadline', 'chain_not_intact', 'certificate_ending'],
  ].map((key) => ({ key }))
  expect((await choose('devi')).body.notification_preferences).toEqual(legal)
  expect((await choose('aminah')).body.notification_preferences).toEqual([])
})

it('refuses a key that nobody knows by its name, and changes nothing', async () => {
  await choose('farid', 'invalid')
  const before = await chosen('farid')
  const { status, body } = await choose('farid', 'on_hold', 'constructor')
  expect([status, body['notification_preferences.1']]).toEqual([
    400,
    ['There is no error type “constructor”.'],
  ])
  expect(await chosen('farid')).toEqual(before)
})

it.each([
  ['no list', {}],
  ['a text', { notification_preferences: 'invalid' }],
  ['other things than keys', { notification_preferences: [{ key: 'invalid' }] }],
  ['an endless list', { notification_preferences: Array.from({ length: 51 }, () => 'invalid') }],
  ['an endless key', { notification_preferences: ['x'.repeat(101)] }],
  ['a way that nobody knows', { notification_preferences: [], notification_ways: { invalid: 'by_pigeon' } }],
])('refuses %s', async (_what, body) => {
  const answer = await world.as('farid').callWrongly(profile.setNotifications, { body })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body).join()).toMatch(/notification_(?:preferences|ways)/)
})

it('ends in one of two choices that are sent at once', async () => {
  await Promise.all([choose('gita', 'invalid'), choose('gita', 'on_hold')])
  expect([[{ key: 'invalid' }], [{ key: 'on_hold' }]]).toContainEqual(await chosen('gita'))
})
