import { TIN_PREFIXES } from '#codes/lists.ts'

/** A well-formed TIN which the simulator pretends not to know. */
export const UNKNOWN_TIN = 'C4040404040'

/** Stands for the number of a person who gave only the TIN. */
export const UNKNOWN_NRIC = '000000000000'

/** Who is meant by a general TIN. */
export const GENERAL = {
  public: 'EI00000000010',
  foreign_buyer: 'EI00000000020',
  foreign_supplier: 'EI00000000030',
  government: 'EI00000000040',
} as const

export const isGeneralTin = (tin: string): boolean => Object.values<string>(GENERAL).includes(tin)

/**
 * Prefix, digits without leading zero, a 0 at the end for all but individuals. The authority publishes no
 * pattern; this is the reading of its FAQ of 23 Jul 2026.
 */
export const isWellFormedTin = (tin: string): boolean => {
  if (isGeneralTin(tin)) return true
  const [, prefix = '', digits = ''] = /^([A-Z]{1,2})([1-9]\d{7,11})$/.exec(tin) ?? []
  if (!TIN_PREFIXES.has(prefix) || tin.length > 14) return false
  return prefix === 'IG' || digits.endsWith('0')
}
