import { describe, expect, test } from 'vitest'
import { effectsOf, type Holder, PEOPLE_NAMED_MAX } from './effects.ts'
import { FLAGS } from './flags.ts'

const holder = (name: string, given: Partial<Holder> = {}): Holder => ({
  ...{ name, access_type: 'user', is_active: true, elsewhere: [] },
  ...given,
})

describe('a change of rights', () => {
  test('is told by right, gains first, with those concerned by name', () => {
    const holders = [holder('Ezra'), holder('Aminah', { access_type: 'staff' })]
    expect(effectsOf(holders, ['edit', 'view'], ['view', 'approve'])).toEqual([
      { right: 'approve', gains: true, count: 2, people: ['Aminah', 'Ezra'] },
      { right: 'edit', gains: false, count: 2, people: ['Aminah', 'Ezra'] },
    ])
  })

  test('takes nothing from whoever has the right from elsewhere, and gives nothing to them', () => {
    const holders = [holder('Aminah'), holder('Bakri', { elsewhere: ['approve', 'edit'] })]
    expect(effectsOf(holders, ['edit'], ['approve'])).toEqual([
      { right: 'approve', gains: true, count: 1, people: ['Aminah'] },
      { right: 'edit', gains: false, count: 1, people: ['Aminah'] },
    ])
  })

  test('concerns neither superadmins nor the deactivated', () => {
    const holders = [holder('Devi', { access_type: 'superadmin' }), holder('Gone', { is_active: false })]
    expect(effectsOf(holders, ['edit'], ['approve'])).toEqual([])
  })

  test('that concerns nobody is nothing: no holders, the same rights in another order or twice', () => {
    expect(effectsOf([], [], ['approve'])).toEqual([])
    expect(effectsOf([holder('Aminah')], ['a', 'b'], ['b', 'a', 'a'])).toEqual([])
  })

  test('names the first and counts all, of equal names each', () => {
    const many = Array.from({ length: PEOPLE_NAMED_MAX + 5 }, (_, at) =>
      holder(`Person ${String(at).padStart(3, '0')}`),
    ).toReversed()
    const [effect] = effectsOf([...many, holder('Person 000')], [], ['approve'])
    expect(effect).toMatchObject({ count: PEOPLE_NAMED_MAX + 6, people: { length: PEOPLE_NAMED_MAX } })
    expect(effect?.people.slice(0, 3)).toEqual(['Person 000', 'Person 000', 'Person 001'])
  })
})

test('is the difference between what people can do before and after, whatever the groups', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const some = () => FLAGS.filter(() => random(2) === 1)
  for (let round = 0; round < 500; round++) {
    const [before, after] = [some(), some()]
    const holders = Array.from({ length: random(6) }, (_, at) =>
      holder(`P${at}`, {
        access_type: random(4) === 0 ? 'superadmin' : 'user',
        is_active: random(4) !== 0,
        elsewhere: some(),
      }),
    )
    const can = (one: Holder, rights: readonly string[], flag: string) =>
      one.is_active && (one.access_type === 'superadmin' || [...rights, ...one.elsewhere].includes(flag))
    const expected = FLAGS.flatMap((right) =>
      [true, false].flatMap((gains) => {
        const [from, to] = gains ? [before, after] : [after, before]
        const people = holders.filter((one) => !can(one, from, right) && can(one, to, right))
        return people.length > 0 ? [`${right} ${gains} ${people.map(({ name }) => name).join()}`] : []
      }),
    )
    const told = effectsOf(holders, before, after).map(
      ({ right, gains, people }) => `${right} ${gains} ${people.join()}`,
    )
    expect(told.toSorted()).toEqual(expected.toSorted())
  }
})
