import { VALUE_LENGTH_MAX } from './record.ts'

type Named = { id: string; name: string }

/**
 * A list of things by their names, as the log tells it beside the list before or after it: whole, or where either is
 * longer than is told, what the other one has not. Cut, both would say the same.
 */
export const toldList = (list: readonly Named[], beside: readonly Named[] = []): string => {
  if ([list, beside].every((one) => inNames(one).length <= VALUE_LENGTH_MAX)) return inNames(list)
  const others = new Set(beside.map(({ id }) => id))
  return inNames(list.filter(({ id }) => !others.has(id)))
}

const inNames = (list: readonly Named[]) => list.map(({ name }) => name).join(', ')
