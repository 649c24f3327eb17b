import { GENERAL_TINS } from '#codes/lists.ts'
import type { Party } from './document.ts'

type Named = Pick<Party, 'tin_no' | 'identity_number'>

/** Numbers that tell nobody, as `plainNumber` writes them. */
export const NO_NUMBERS: readonly string[] = ['', 'NA']

/** Registers write one number with blanks, hyphens or neither: its letters and digits tell it. */
const plainNumber = (identity_number: string): string =>
  identity_number.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

/**
 * What tells a party from others of its TIN: its number where the TIN is a general one, which many bear (reference "The
 * UBL document", §6), its letters and digits in capitals. Undefined where the TIN says enough, or there is no number.
 */
export const numberBesideTin = ({ tin_no, identity_number }: Named): string | undefined => {
  const number = plainNumber(identity_number)
  return GENERAL_TINS.has(tin_no) && !NO_NUMBERS.includes(number) ? number : undefined
}

/** Whether two documents are of one customer, as far as TIN and number tell. */
export const isSameCustomer = (one: Named, other: Named): boolean => {
  if (one.tin_no !== other.tin_no) return false
  const [number, others] = [numberBesideTin(one), numberBesideTin(other)]
  return number === undefined || others === undefined || number === others
}
