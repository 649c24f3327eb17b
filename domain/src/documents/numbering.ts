const PREFIX = 'M-'
const DIGITS_MIN = 6

/**
 * The running part of a document number: the type code, then the count, at least 6 digits. The type stands in
 * it because counts run per store code and type while a number is unique per sender entity.
 */
export const runningNumber = (invoice_type: string, count: number) =>
  `${invoice_type}${String(count).padStart(DIGITS_MIN, '0')}`

/** `M-` + store code + running number (specification 1 §5). */
export const documentNumber = (store_code: string, running_number: string) =>
  `${PREFIX}${store_code}${running_number}`

/** The series of a number, and which of it it is. */
export type Numbered = { store_code: string; invoice_type: string; count: number }

const RUNNING = /^(\d{2})(\d{6,9})$/

/**
 * Reads numbers that were given for one of these store codes; undefined for others. Where one code begins with another,
 * the longer one is meant.
 */
export const readNumber = (store_codes: readonly string[]) => {
  const longest_first = store_codes.toSorted((a, b) => b.length - a.length)
  return (number: string): Numbered | undefined => {
    for (const store_code of longest_first) {
      if (!number.startsWith(PREFIX + store_code)) continue
      const [, invoice_type = '', digits = ''] =
        RUNNING.exec(number.slice(PREFIX.length + store_code.length)) ?? []
      const count = Number(digits)
      if (count > 0 && number === documentNumber(store_code, runningNumber(invoice_type, count)))
        return { store_code, invoice_type, count }
    }
    return undefined
  }
}
