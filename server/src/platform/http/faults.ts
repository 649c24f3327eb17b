import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, ProblemError } from '#domain/problems.ts'
import { answerFault, answerProblem } from './problems.ts'

/** Turns whatever a request threw into its answer; faults of ours go to the log with their cause. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const problem = error instanceof ProblemError ? error.problem : problemOfFramework(error)
  if (!problem) request.log.error({ err: error }, 'request failed')
  else if (error instanceof ProblemError && Object.keys(error.context).length > 0) {
    request.log.info({ code: problem.code, context: error.context }, 'request refused')
  }
  const { status, headers, body } = problem ? answerProblem(problem, request.id) : answerFault(request.id)
  const more = error instanceof ProblemError ? error.reply_fields : {}
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send({ ...body, ...more })
}

export const wholeInvalid = (message: string): Problem => ({
  kind: 'invalid_fields',
  code: 'invalid_fields',
  fields: {},
  whole: [message],
})

export const tooLarge = (bytes_max: number): Problem => ({
  kind: 'too_large',
  code: 'too_large',
  message: `The request is larger than the ${bytes_max.toLocaleString('en')} bytes allowed here.`,
})

export const wrongType = (wanted: string): Problem => ({
  kind: 'unsupported_type',
  code: 'unsupported_type',
  message: `Send this request as ${wanted}.`,
})

/** Fastify's own refusals, which happen before our code sees the request. */
const problemOfFramework = (error: unknown): Problem | undefined => {
  if (!isFastifyError(error)) return undefined
  if (error.statusCode === 413) {
    return { kind: 'too_large', code: 'too_large', message: 'The request is larger than allowed here.' }
  }
  if (error.statusCode === 415) return wrongType('application/json')
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return wholeInvalid('The request is no JSON that can be read, or a field of it is named __proto__.')
  }
  const ours = error.statusCode === undefined || error.statusCode >= 500
  return ours ? undefined : wholeInvalid('The request could not be read.')
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
