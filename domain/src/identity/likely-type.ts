import { ID_TYPES } from '#codes/lists.ts'
import { GENERAL_PUBLIC, type Party } from '../documents/document.ts'
import { isCalendarDate } from '../time/dates.ts'
import { isBusinessTin, isIndividualTin } from './tin.ts'

export type LikelyType = 'NRIC' | 'BRN' | 'PASSPORT'

/** Stands for the number of a person whose TIN is known but not the NRIC (Specific Guideline; reference §6). */
export const NO_NRIC = '000000000000'

const TWELVE_DIGITS = /^\d{12}$/
const BEGINS_WITH_YEAR = /^(?:19|20)/
/** One to three letters, digits, sometimes a last letter: the passports of all countries met so far. */
const PASSPORT = /^[A-Z]{1,3}\d{5,9}[A-Z]?$/
/** Foreign registers number their companies in every way, so nothing is guessed of them. */
const FOREIGN = ['EI00000000020', 'EI00000000030']

/** Twelve digits that begin with a date of birth (YYMMDD, of either century). */
export const isNric = (number: string): boolean => {
  if (!TWELVE_DIGITS.test(number)) return false
  const day = `${number.slice(0, 2)}-${number.slice(2, 4)}-${number.slice(4, 6)}`
  return isCalendarDate(`19${day}`) || isCalendarDate(`20${day}`)
}

/**
 * What a number is by its look; undefined where it may be several things. `200401…` is a company of 2004 and a child
 * born on 1 April 2020: nothing is said of it.
 */
export const likelyType = (number: string): LikelyType | undefined => {
  if (!TWELVE_DIGITS.test(number)) return PASSPORT.test(number) ? 'PASSPORT' : undefined
  const person = isNric(number)
  if (person === BEGINS_WITH_YEAR.test(number)) return undefined
  return person ? 'NRIC' : 'BRN'
}

/** The type that the party's number, or its TIN, speaks for where another one is chosen; a guess, never a verdict. */
export const likelierType = (
  party: Pick<Party, 'tin_no' | 'identity_type' | 'identity_number'>,
): LikelyType | undefined => {
  const { tin_no, identity_type: chosen, identity_number } = party
  const likely = likelyType(identity_number)
  if (chosen === 'BRN') {
    if (FOREIGN.includes(tin_no)) return undefined
    const of_a_person = isIndividualTin(tin_no) || tin_no === GENERAL_PUBLIC
    return likely === 'NRIC' || (likely === 'PASSPORT' && of_a_person) ? likely : undefined
  }
  // Army numbers are a letter and digits too.
  const other = likely === chosen || (chosen === 'ARMY' && likely === 'PASSPORT') ? undefined : likely
  const has_number = identity_number !== '' && identity_number !== NO_NRIC
  return other ?? (ID_TYPES.has(chosen) && has_number && isBusinessTin(tin_no) ? 'BRN' : undefined)
}
