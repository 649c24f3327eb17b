import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { isUnplaced } from './is-unplaced.ts'

const somewhere = { sender_entities: [{}], store_code: [{}] }
const unplaced = (person: object, pathname: string) =>
  isUnplaced(person as Parameters<typeof isUnplaced>[0], pathname)

test('without a company, or a department, nobody can do anything but a superadmin, who adds them', () => {
  for (const left of [{ sender_entities: [] }, { store_code: [] }]) {
    const devi = { access_type: 'superadmin', ...somewhere, ...left }
    expect(unplaced(devi, paths.admin)).toBe(false)
    for (const path of [paths.entities, paths.dataMapping, paths.validationRules, paths.support])
      expect(unplaced(devi, path), path).toBe(false)
    expect(unplaced(devi, paths.dashboard)).toBe(true)
    expect(unplaced(devi, '/administration')).toBe(true)
    const aminah = { ...devi, access_type: 'user' }
    expect(unplaced(aminah, paths.entities)).toBe(true)
    expect(unplaced(aminah, paths.dashboard)).toBe(true)
  }
})

test('whoever has a company and a department finds every screen', () => {
  expect(unplaced({ access_type: 'user', ...somewhere }, paths.dashboard)).toBe(false)
})
