import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOUR_MS } from '#domain/time/units.ts'

/** A whole request must be here after so long, however large the file that it streams. */
export const REQUEST_MS_MAX = HOUR_MS
/** So long, and so much, of what is still sent after its answer is waited for. */
const LINGER_MS_MAX = 5_000
const LINGER_BYTES_MAX = 16_777_216

/**
 * Ends the connections of bodies that are not here in time; one that is streamed is watched by its reader. Whoever
 * sends more than is read hears the answer before the connection ends.
 */
export const boundReceiving = (app: FastifyInstance, body_ms_max: number) => {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.streamed || !hasBody(raw)) return
    const timer = setTimeout(() => {
      const late = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (isArriving(raw)) app.server.emit('clientError', late, raw.socket)
    }, body_ms_max)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
  // Fastify says so of every body that it refuses.
  app.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('connection') === 'close') hangUpEarly(request, reply)
  })
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Of a request that a test injects nothing is known; it has no connection either. */
export const isArriving = ({ complete }: IncomingMessage) => complete === false

/**
 * Answers a request that is still arriving, and hangs up: a connection closed at once would take the answer with it,
 * since the system resets it while bytes lie there unread (RFC 9112, 9.6). So it is closed on our side only, and what
 * comes is thrown away, until the sender has seen the answer or has had its time.
 */
export const hangUpEarly = ({ raw }: FastifyRequest, reply: FastifyReply) => {
  if (!isArriving(raw)) return
  const { socket } = raw
  let left = LINGER_BYTES_MAX
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.pause()
  })
  raw.resume()
  reply.header('connection', 'close')
  // What node:http calls when the answer is out.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS_MAX)
    socket.once('close', () => clearTimeout(timer))
  }
}
