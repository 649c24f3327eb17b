import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Reader, whileEntitled } from './entitled.ts'
import type { Download } from './route.ts'

/**
 * Sends what a handler returned. With `validate` an answer that departs from the contract is a fault; `reader`: who is
 * given a file, where that is somebody.
 */
export const sendReply = (
  endpoint: Endpoint,
  reply: FastifyReply,
  answer: unknown,
  { validate, reader }: { validate: boolean; reader?: Reader },
): FastifyReply => {
  const status = endpoint.later && reply.statusCode === 202 ? 202 : (endpoint.status ?? 200)
  reply.code(status)
  // Checked by Handler's type: an endpoint that replies with a file has a handler that returns a Download.
  if (endpoint.reply === 'file') return sendDownload(reply, answer as Download, reader)
  if (answer instanceof Readable) return sendEvents(reply, answer)
  if (validate) assertReply(endpoint.id, endpoint.reply, answer)
  if (status === 204) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer ?? null))
}

const sendDownload = (reply: FastifyReply, download: Download, reader: Reader | undefined) => {
  const { content_type, ...name } = download
  const content =
    reader && download.content instanceof Readable
      ? whileEntitled(download.content, reader)
      : download.content
  // To a proxy that speaks HTTP/1.0 a connection that ends is the end of a file, and only one that breaks is none.
  if (content instanceof Readable)
    content.once('error', () => reply.raw.headersSent && reply.raw.socket?.resetAndDestroy())
  return reply
    .type(content_type)
    .header('content-disposition', disposition(name))
    .send(content instanceof Uint8Array ? Buffer.from(content) : content)
}

/** As they come: no proxy may gather them, and when the caller has left there is nobody to write for. */
const sendEvents = (reply: FastifyReply, events: Readable) => {
  reply.raw.once('close', () => events.destroy())
  return reply
    .type('text/event-stream; charset=utf-8')
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .send(events)
}

/** RFC 6266: the plain name for old clients, the exact one (RFC 5987) for all others. */
const disposition = ({ filename, inline }: Omit<Download, 'content' | 'content_type'>) => {
  const plain = filename.replace(/[^\w.\- ]/g, '_').slice(0, 150)
  const exact = encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`
}

const assertReply = (id: string, schema: z.ZodType, answer: unknown) => {
  const wire: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer))
  const read = schema.safeParse(wire)
  if (!read.success) throw new Error(`The answer of ${id} breaks its contract: ${read.error.message}`)
  const extra = unknownPaths(wire, read.data, '')
  if (extra.length > 0)
    throw new Error(`The answer of ${id} carries more than its contract: ${extra.join(', ')}`)
}

/** Schemas drop unknown fields silently; in an answer each is a leak. */
const unknownPaths = (sent: unknown, known: unknown, path: string): string[] => {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return []
  const fields = new Map(Object.entries(known))
  return Object.entries(sent).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`
    return fields.has(name) ? unknownPaths(value, fields.get(name), here) : [here]
  })
}
