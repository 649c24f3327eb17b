import type { AccessType } from './caller.ts'

/** Whoever holds something that is to change: the member of a group, a person of a department. */
export type Holder = {
  name: string
  access_type: AccessType
  is_active: boolean
  /** The rights that the person has from elsewhere too, and so neither gains nor loses. */
  elsewhere: readonly string[]
}

/** Who gains or loses one right: how many they are, and the first of them by name. */
export type Effect = { right: string; gains: boolean; count: number; people: string[] }

/** So many people are named; the others are counted. */
export const PEOPLE_NAMED_MAX = 20

/**
 * What a change of rights means for those who hold them: first what is gained, then what is lost, each by the rights'
 * order. Superadmins have every right and the deactivated have none, so neither gains or loses any; a right that a
 * person has from elsewhere stays. Rights that nobody gains or loses are left out.
 */
export const effectsOf = (
  holders: readonly Holder[],
  before: readonly string[],
  after: readonly string[],
): Effect[] => {
  const concerned = holders.filter(({ access_type, is_active }) => is_active && access_type !== 'superadmin')
  const effect = (right: string, gains: boolean): Effect => {
    const names = concerned.filter(({ elsewhere }) => !elsewhere.includes(right)).map(({ name }) => name)
    return { right, gains, count: names.length, people: names.toSorted(byName).slice(0, PEOPLE_NAMED_MAX) }
  }
  return [
    ...beyond(after, before).map((right) => effect(right, true)),
    ...beyond(before, after).map((right) => effect(right, false)),
  ].filter(({ count }) => count > 0)
}

/** What some hold beyond what others do, each once. */
export const beyond = (some: readonly string[], others: readonly string[]) =>
  [...new Set(some)].filter((one) => !others.includes(one))

const byName = (one: string, other: string) => one.localeCompare(other, 'en')
