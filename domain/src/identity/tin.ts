/** Individuals: IG and digits. Others: their prefix, digits without a leading zero, 0 at the end (reference §6). */
const FORM = /^(?:IG[1-9]\d{7,11}|(?:CS|C|D|FA|F|PT|TA|TC|TN|TR|TP|J|LE)[1-9]\d{6,10}0)$/
const OLD_INDIVIDUAL = /^[OS]G(?=\d+$)/
const ZEROS_AFTER_PREFIX = /^(CS|C|D|FA|F|PT|TA|TC|TN|TR|TP|J|LE)0+(?=[1-9]\d*$)/
/** Those who can be nothing but a registered business; estates, families and entertainers are people too. */
const BUSINESS = /^(?:CS|C|D|PT|LE|TC|TN|TR)\d/

/** General TINs are not of this form; they stand in a list of their own. */
export const isTin = (text: string): boolean => FORM.test(text)

export const isIndividualTin = (tin: string): boolean => tin.startsWith('IG')

export const isBusinessTin = (tin: string): boolean => BUSINESS.test(tin)

/** The prefixes OG and SG of former years. */
export const withNewPrefix = (tin: string): string => tin.replace(OLD_INDIVIDUAL, 'IG')

export const withoutLeadingZeros = (tin: string): string => tin.replace(ZEROS_AFTER_PREFIX, '$1')

/** The 0 at the end that non-individuals leave out, where a TIN comes of it. */
export const withLastZero = (tin: string): string => (!isTin(tin) && isTin(`${tin}0`) ? `${tin}0` : tin)
