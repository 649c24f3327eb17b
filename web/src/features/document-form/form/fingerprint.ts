import { isFields } from '#codes/own.ts'
import { toRequest } from './request.ts'
import type { DocumentForm } from './state.ts'

/**
 * Tells what a form would send from whatever else it could, but for the time of day: the same of a form that was kept
 * and read back. Short, since it is kept beside the form, where room is scarce.
 */
export const fingerprintOf = (form: DocumentForm): string => {
  const text = JSON.stringify([toRequest(form, ''), form.cancel_reason.trim()], inOrder)
  return [text.length, ...PRIMES.map((prime) => folded(text, prime))].join('-')
}

/** What is read back names its fields in another order. */
const inOrder = (_: string, value: unknown) =>
  isFields(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value

/** Each folds the text into 32 bits of its own. */
const PRIMES = [0x01000193, 0x85ebca6b]

const folded = (text: string, prime: number): number => {
  let sum = text.length
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum ^ text.charCodeAt(at), prime)
    sum ^= sum >>> 15
  }
  return sum >>> 0
}
