import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { placeOf } from './place-of.ts'

const somewhere = { sender_entities: [{}], store_code: [{}] }
const placed = (person: object, pathname: string) =>
  placeOf(person as Parameters<typeof placeOf>[0], pathname)

test.each([{ sender_entities: [] }, { store_code: [] }])(
  'a superadmin with %o can found a company',
  (left) => {
    const devi = { access_type: 'superadmin', ...somewhere, ...left }
    expect(placed(devi, paths.admin)).toBe('screen')
    expect(placed(devi, paths.entities)).toBe('screen')
    expect(placed(devi, paths.dashboard)).toBe('no company')
    expect(placed(devi, '/administration')).toBe('no company')
    const aminah = { ...devi, access_type: 'user' }
    expect(placed(aminah, paths.entities)).toBe('nowhere')
    expect(placed(aminah, paths.dashboard)).toBe('nowhere')
  },
)

test('whoever has a company and a department finds every screen', () => {
  expect(placed({ access_type: 'user', ...somewhere }, paths.dashboard)).toBe('screen')
})
