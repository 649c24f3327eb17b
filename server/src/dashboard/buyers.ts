import { malaysianDate } from '#domain/time/dates.ts'
import { largestBuyers } from '../documents/counting/buyers.ts'
import { countedEnvironments } from './environments.ts'
import type { By } from './rows.ts'

/** The pie chart shows five (specification 1 §9). */
const BUYERS_MAX = 5

/** The customers with the most documents of this year so far, self-billed ones left out: there the other side sells. */
export const topBuyers = async (by: By) =>
  largestBuyers(by.db, {
    caller: by.caller,
    today: malaysianDate(by.now),
    most: BUYERS_MAX,
    environments: await countedEnvironments(by),
  })
