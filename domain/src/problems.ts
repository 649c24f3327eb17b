/**
 * Everything that can go wrong in a way the caller is told about. Only `server/src/platform/http/problems.ts`
 * turns a kind into an HTTP status; `code` is the stable word of decisions.md §5.
 */
export type FieldErrors = Record<string, string[]>

export type Problem =
  | { kind: 'invalid_fields'; code: string; fields: FieldErrors; whole?: string[] }
  | { kind: 'not_found'; code: 'not_found'; message: string }
  | { kind: 'unauthenticated'; code: string; message: string }
  | { kind: 'flag_missing'; code: 'flag_missing'; message: string }
  | { kind: 'conflict'; code: string; message: string }
  | { kind: 'too_large'; code: 'too_large'; message: string }
  | { kind: 'unsupported_type'; code: 'unsupported_type'; message: string }
  | { kind: 'refused_by_authority'; code: string; message: string }
  | { kind: 'too_many'; code: 'too_many'; message: string; retry_after_s: number }
  | { kind: 'unavailable'; code: string; message: string; retry_after_s: number }

export class ProblemError extends Error {
  readonly problem: Problem
  /** For the log only, never for the caller. */
  readonly context: Record<string, unknown>
  /** Further fields of the answer's body, where a specified client reads more than the usual shape. */
  reply_fields: Record<string, unknown> = {}

  constructor(problem: Problem, context: Record<string, unknown> = {}, cause?: unknown) {
    super('message' in problem ? problem.message : Object.values(problem.fields).flat().join(' '), { cause })
    this.problem = problem
    this.context = context
  }
}

export const notFound = (message = 'Not found.') =>
  new ProblemError({ kind: 'not_found', code: 'not_found', message })

export const conflict = (code: string, message: string) =>
  new ProblemError({ kind: 'conflict', code, message })

export const invalidFields = (fields: FieldErrors, whole?: string[]) =>
  new ProblemError({ kind: 'invalid_fields', code: 'invalid_fields', fields, ...(whole && { whole }) })

export const unauthenticated = (code: string, message: string) =>
  new ProblemError({ kind: 'unauthenticated', code, message })

export const flagMissing = (message = 'You do not have the permission for this action.') =>
  new ProblemError({ kind: 'flag_missing', code: 'flag_missing', message })
