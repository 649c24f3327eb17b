import { COUNTRIES, STATES } from '#codes/lists.ts'

/** A value of a party as people read it: states and countries are kept as codes. */
export const partyWords = (field: string, value: string): string => {
  if (field === 'state') return STATES.describe(value) ?? value
  if (field === 'country') return COUNTRIES.describe(value) ?? value
  return value
}
