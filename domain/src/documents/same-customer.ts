import { GENERAL_TINS } from '#codes/lists.ts'
import type { Party } from './document.ts'

type Named = Pick<Party, 'tin_no' | 'identity_number'>

/** Numbers that tell nobody. */
export const NO_NUMBERS: readonly string[] = ['', 'NA']

/**
 * What tells a party from others of its TIN: its number where the TIN is a general one, which many bear (reference "The
 * UBL document", §6). Undefined where the TIN says enough, or there is no number.
 */
export const numberBesideTin = ({ tin_no, identity_number }: Named): string | undefined =>
  GENERAL_TINS.has(tin_no) && !NO_NUMBERS.includes(identity_number) ? identity_number : undefined

/** Whether two documents are of one customer, as far as TIN and number tell. */
export const isSameCustomer = (one: Named, other: Named): boolean => {
  if (one.tin_no !== other.tin_no) return false
  const [number, others] = [numberBesideTin(one), numberBesideTin(other)]
  return number === undefined || others === undefined || number === others
}
