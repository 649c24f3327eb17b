/**
 * Everything that can go wrong in a way the caller is told about. Only `server/src/platform/http/problems.ts`
 * turns a kind into an HTTP status; `code` is the stable word of decisions.md §5.
 */
export type FieldErrors = Record<string, string[]>

/** Something that is wrong with one field, or with the whole where `field` is empty. */
export type FieldMessage = { field: string; message: string }

/** `whole` concerns no single field; `more` counts the findings that are not told. */
export type InvalidFields = {
  kind: 'invalid_fields'
  code: string
  fields: FieldErrors
  whole?: string[]
  more?: number
}

export type Problem =
  | InvalidFields
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

/**
 * Somebody else was quicker. `current` names the state as it is now, for whoever saves again in spite of it: the
 * fields by which a body says upon which state it was made. `now` tells more, with a blank before it.
 */
export const changedMeanwhile = (what: string, current: Record<string, unknown>, now = '') => {
  const error = conflict('changed_meanwhile', `${what} was changed by someone else.${now} Look at it again.`)
  error.reply_fields = { current }
  return error
}

export const invalidFields = (fields: FieldErrors, whole?: string[]) =>
  new ProblemError({ kind: 'invalid_fields', code: 'invalid_fields', fields, ...(whole && { whole }) })

/** So many findings one document or request is told of; the others are counted. */
export const FINDINGS_MAX = 200

/** A refusal that tells the first findings, in their order, and counts the others, as it does those `untold` here. */
export const invalidFindings = (findings: readonly FieldMessage[], untold = 0) =>
  new ProblemError(telling(findings, FINDINGS_MAX, untold))

/** The same refusal with at most so many findings. */
export const shortened = (problem: InvalidFields, findings_max: number): InvalidFields => {
  const fields = Object.entries(problem.fields).flatMap(([field, messages]) =>
    messages.map((message) => ({ field, message })),
  )
  const whole = (problem.whole ?? []).map((message) => ({ field: '', message }))
  return { ...telling([...fields, ...whole], findings_max, problem.more), code: problem.code }
}

const telling = (findings: readonly FieldMessage[], findings_max: number, untold = 0): InvalidFields => {
  const told = findings.slice(0, findings_max)
  const whole = told.filter(({ field }) => field === '').map(({ message }) => message)
  const more = findings.length - told.length + untold
  return {
    kind: 'invalid_fields',
    code: 'invalid_fields',
    fields: byField(told.filter(({ field }) => field !== '')),
    ...(whole.length > 0 && { whole }),
    ...(more > 0 && { more }),
  }
}

/** Messages by field in the order of the findings, each message once. Any text can be a field's name. */
export const byField = (findings: readonly FieldMessage[]): FieldErrors => {
  const fields = new Map<string, string[]>()
  for (const { field, message } of findings) {
    const messages = fields.get(field)
    if (!messages) fields.set(field, [message])
    else if (!messages.includes(message)) messages.push(message)
  }
  // Makes a field even of `__proto__`.
  return Object.fromEntries(fields)
}

/** A refusal as the API tells it: after the fields what concerns the whole, and last how many more there are. */
export const fieldsOf = ({ fields, whole = [], more = 0 }: InvalidFields): FieldErrors => {
  const rest = more > 0 ? [...whole, `And ${more.toLocaleString('en')} more.`] : whole
  return rest.length > 0 ? { ...fields, non_field_errors: rest } : fields
}

export const unauthenticated = (code: string, message: string) =>
  new ProblemError({ kind: 'unauthenticated', code, message })

export const flagMissing = (message = 'You do not have the permission for this action.') =>
  new ProblemError({ kind: 'flag_missing', code: 'flag_missing', message })
