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
