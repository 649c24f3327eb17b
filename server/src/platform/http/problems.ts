import { fieldsOf, type Problem } from '#domain/problems.ts'

export type ProblemAnswer = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/** The one map from a problem to an HTTP answer (decisions.md §5). */
export const answerProblem = (problem: Problem, request_id: string): ProblemAnswer => {
  switch (problem.kind) {
    case 'invalid_fields':
      return answer(400, fieldsOf(problem), problem.code, request_id)
    case 'unauthenticated':
      return answer(401, detail(problem), problem.code, request_id, { 'www-authenticate': 'Token' })
    case 'flag_missing':
      return answer(403, detail(problem), problem.code, request_id)
    case 'not_found':
      return answer(404, detail(problem), problem.code, request_id)
    case 'conflict':
      return answer(409, detail(problem), problem.code, request_id)
    case 'too_large':
      return answer(413, detail(problem), problem.code, request_id)
    case 'unsupported_type':
      return answer(415, detail(problem), problem.code, request_id)
    case 'refused_by_authority':
      return answer(422, detail(problem), problem.code, request_id)
    case 'too_many':
      return answer(429, detail(problem), problem.code, request_id, retryAfter(problem))
    case 'unavailable':
      return answer(503, detail(problem), problem.code, request_id, retryAfter(problem))
    default:
      return problem satisfies never
  }
}

/** What a caller hears about a fault of ours: nothing but where to find it in the log. */
export const answerFault = (request_id: string): ProblemAnswer => ({
  status: 500,
  headers: {},
  body: { request_id },
})

const answer = (
  status: number,
  message: Record<string, unknown>,
  code: string,
  request_id: string,
  headers: Record<string, string> = {},
  // What is wrong with a field that happens to be called so takes the place of the word.
): ProblemAnswer => ({ status, headers, body: { ...{ code, request_id }, ...message } })

const detail = (problem: { message: string }) => ({ detail: problem.message })

const retryAfter = (problem: { retry_after_s: number }) => ({
  'retry-after': String(Math.max(1, Math.ceil(problem.retry_after_s))),
})
