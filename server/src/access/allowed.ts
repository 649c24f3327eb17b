import type { Answer } from '#domain/access/answer.ts'
import { conflict, flagMissing } from '#domain/problems.ts'

/** Turns the policy's no into the problem it means: a missing flag is 403, everything else 409. */
export const requireMay = (answer: Answer): void => {
  if (answer.ok) return
  if (answer.code === 'flag_missing') throw flagMissing(answer.why)
  throw conflict(answer.code, answer.why)
}
