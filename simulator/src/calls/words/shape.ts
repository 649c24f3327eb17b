import type { Shape } from '../../world/records.ts'
import type { Answer, ErrorDetail, ErrorParts } from '../wire/answer.ts'

/**
 * An answer as it goes out. Errors have two shapes: the published standard error, and what the submit, state and
 * search calls were recorded to send, with four keys and three in each detail.
 */
export const shaped = (answer: Answer, shape: Shape): Answer => {
  const { error, ...rest } = answer
  if (!error) return answer
  return { ...rest, body: { error: shape === 'recorded' ? recorded(error) : standardError(error) } }
}

const recorded = ({ code, message, target = null, details }: ErrorParts): object => ({
  code,
  message,
  target,
  details: details?.map((one) => ({ code: one.code, target: one.target, message: one.message })) ?? null,
})

type StandardParts = Omit<ErrorParts, 'code' | 'details'> & {
  code: string | null
  path?: string | null
  details?: readonly ErrorDetail[]
}

/**
 * The standard error, errors inside it included.
 * Source: sdk.myinvois.hasil.gov.my/standard-error-response/, read 23 Jul 2026.
 */
export const standardError = ({
  code,
  message,
  target = null,
  path = null,
  details,
}: StandardParts): object => ({
  propertyName: target,
  propertyPath: path,
  errorCode: code,
  error: message,
  errorMS: message,
  target,
  innerError: details?.map((one) => standardError({ ...one, path: one.propertyPath })) ?? null,
})
