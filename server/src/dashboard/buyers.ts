import { malaysianDate } from '#domain/time/dates.ts'
import { largestBuyers } from '../documents/counting/buyers.ts'
import type { By } from './rows.ts'

/** The pie chart shows five (specification 1 §9). */
const BUYERS_MAX = 5

/** The customers with the most documents this year. Self-billed ones are left out: there the other side sells. */
export const topBuyers = ({ db, caller, now }: By) =>
  largestBuyers(db, { caller, year: Number(malaysianDate(now).slice(0, 4)), most: BUYERS_MAX })
