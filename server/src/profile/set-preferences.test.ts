import { expect, it } from 'vitest'
import { profile } from '#contract/people/profile.ts'
import { session } from '#contract/people/session.ts'
import { createWorld, type Who } from '../../test/world.ts'

const world = await createWorld()

const held = async (who: Who) => {
  const { language, shortcuts } = (await world.as(who).call(session.profile, {})).body
  return { language, shortcuts }
}

it('keeps the language and the shortcuts of the person, each by itself, and of nobody else', async () => {
  expect(await held('aminah')).toEqual({ language: null, shortcuts: true })
  const set = async (body: object) => (await world.as('aminah').call(profile.setPreferences, { body })).body
  expect(await set({ language: 'ms' })).toEqual({ language: 'ms', shortcuts: true })
  expect(await set({ shortcuts: false })).toEqual({ language: 'ms', shortcuts: false })
  expect(await set({})).toEqual({ language: 'ms', shortcuts: false })
  expect(await set({ language: null })).toEqual({ language: null, shortcuts: false })
  expect(await held('bakri')).toEqual({ language: null, shortcuts: true })
})

it.each([{ language: 'pseudo' }, { language: 'MS' }, { shortcuts: 'no' }])('refuses %j', async (body) => {
  expect((await world.as('bakri').callWrongly(profile.setPreferences, { body })).status).toBe(400)
  expect(await held('bakri')).toEqual({ language: null, shortcuts: true })
})
