import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '#domain/problems.ts'
import { answerError, wholeInvalid } from './faults.ts'
import { answerProblem } from './problems.ts'

const RETRY_AFTER_S = 5

type Headers = Readonly<Record<string, string>>

/** What Fastify or Node refuse before any hook runs, in the same shape and with the same headers as all the rest. */
export const edgeOptions = (headers: Headers) => ({
  frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    return answerError(error, request, reply)
  },
  clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') socket.write(plainAnswer(error, headers))
    socket.destroy(error)
  },
  return503OnClosing: false,
})

/**
 * Once the server closes, what still comes over open connections is sent elsewhere. Answers that are under way may take
 * `closing_ms_max`: a slow reader must not keep the process from its end.
 */
export const refuseWhileStopping = (app: FastifyInstance, closing_ms_max: number) => {
  const stopping = new AbortController()
  app.decorate('stopping', stopping.signal)
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), closing_ms_max).unref()
    const message = 'The server is stopping. Please try again in a few seconds.'
    stopping.abort(
      new ProblemError({ kind: 'unavailable', code: 'stopping', message, retry_after_s: RETRY_AFTER_S }),
    )
  })
  app.addHook('onRequest', async () => stopping.signal.throwIfAborted())
}

/** An answer to bytes that Node could not read as a request. */
const plainAnswer = ({ code }: { code?: string }, headers: Headers): string => {
  const request_id = randomUUID()
  const answer = answerProblem(wholeInvalid('The request could not be read.'), request_id)
  const status =
    code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : answer.status
  const body = JSON.stringify(answer.body)
  const lines = Object.entries({
    ...headers,
    'x-request-id': request_id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
