import { cutText } from '#domain/text/cut.ts'
import { VALUE_LENGTH_MAX } from './record.ts'

type Named = { id: string; name: string }

/**
 * A list of things by their names, as the log tells it beside the list before or after it: whole, or where either is
 * longer than is told, what the other one has not and how many others there are. Cut, both would say the same.
 */
export const toldList = (list: readonly Named[], beside: readonly Named[] = []): string => {
  if ([list, beside].every((one) => inNames(one).length <= VALUE_LENGTH_MAX)) return inNames(list)
  const others = new Set(beside.map(({ id }) => id))
  const own = list.filter(({ id }) => !others.has(id))
  const common = list.length - own.length
  if (common === 0) return inNames(own)
  const rest = `${common} ${common === 1 ? 'other' : 'others'}`
  if (own.length === 0) return `(${rest})`
  const end = ` (and ${rest})`
  return `${cutText(inNames(own), VALUE_LENGTH_MAX - end.length)}${end}`
}

const inNames = (list: readonly Named[]) => list.map(({ name }) => name).join(', ')
