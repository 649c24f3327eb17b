import type { FastifyReply } from 'fastify'
import { type Delivery, textOf } from './spoil.ts'

const SILENCE_MS_MAX = 600_000
const DROPS = 20
const DROP_MS = 150

/** Sends a delivery. Everything but a whole answer takes the socket out of the framework's hands. */
export const deliver = (reply: FastifyReply, delivery: Delivery): FastifyReply => {
  const { answer } = delivery
  const text = textOf(answer)
  reply.code(answer.status)
  if (text !== '') reply.type('application/json; charset=utf-8')
  reply.headers(answer.headers ?? {})
  // Without a text no type is named, as in the real answer of Validate TIN.
  if (delivery.way === 'whole') return reply.send(text === '' ? undefined : text)
  reply.hijack()
  const { raw } = reply
  if (delivery.way === 'reset') raw.socket?.resetAndDestroy()
  else if (delivery.way === 'silent') {
    // Long enough for any client to give up; bounded so that no socket stays for ever.
    setTimeout(() => raw.destroy(), SILENCE_MS_MAX).unref()
  } else sendPart(reply, { way: delivery.way, text })
  return reply
}

const sendPart = (reply: FastifyReply, { way, text }: { way: 'cut' | 'slow'; text: string }): void => {
  const { raw } = reply
  const bytes = Buffer.from(text)
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.setHeader('content-length', bytes.length)
  raw.writeHead(reply.statusCode)
  if (way === 'cut') {
    raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.socket?.resetAndDestroy())
    return
  }
  const size = Math.max(1, Math.ceil(bytes.length / DROPS))
  const drop = (from: number): void => {
    if (raw.destroyed) return
    if (from >= bytes.length) raw.end()
    else raw.write(bytes.subarray(from, from + size), () => setTimeout(drop, DROP_MS, from + size).unref())
  }
  drop(0)
}
