import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Reader, whileEntitled } from './entitled.ts'
import type { Download } from './route.ts'

/** Whoever has asked for a file and takes nothing of it for so long, ms, does not get the rest. */
const UNREAD_MS_MAX = 300_000

type Way = {
  /** An answer that departs from the contract is a fault. */
  validate: boolean
  /** Who is given a file, where that is somebody. */
  reader?: Reader
  /** Waits until one more file may be on its way; the answer makes room again. Throws busy, too_many. */
  admit?: () => Promise<() => void>
  unread_ms_max?: number | undefined
}

/** Sends what a handler returned. Throws busy, too_many. */
export const sendReply = (
  endpoint: Endpoint,
  reply: FastifyReply,
  answer: unknown,
  way: Way,
): FastifyReply | Promise<FastifyReply> => {
  const status = endpoint.later && reply.statusCode === 202 ? 202 : (endpoint.status ?? 200)
  reply.code(status)
  // Checked by Handler's type: an endpoint that replies with a file has a handler that returns a Download.
  if (endpoint.reply === 'file') return sendDownload(reply, answer as Download, way)
  if (answer instanceof Readable) return sendEvents(reply, answer)
  if (way.validate) assertReply(endpoint.id, endpoint.reply, answer)
  if (status === 204) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer ?? null))
}

const sendDownload = async (reply: FastifyReply, download: Download, way: Way) => {
  const { content_type, content, ...name } = download
  const sent = content instanceof Readable ? await streamed(reply, content, way) : Buffer.from(content)
  return reply.type(content_type).header('content-disposition', disposition(name)).send(sent)
}

/** The same bytes as they are sent: for as long as somebody takes them, and only so many files at once. */
const streamed = async (
  reply: FastifyReply,
  source: Readable,
  { reader, admit, unread_ms_max = UNREAD_MS_MAX }: Way,
): Promise<Readable> => {
  if (reply.request.method === 'HEAD') {
    // Fastify would read all of it, to throw it away.
    source.destroy()
    return Readable.from([])
  }
  const leave = await admit?.().catch((error) => {
    source.destroy()
    throw error
  })
  const content = reader ? whileEntitled(source, reader) : source
  if (leave) content.once('close', leave)
  const { raw } = reply
  raw.once('close', () => content.destroy())
  if (raw.destroyed) content.destroy()
  // To a proxy that speaks HTTP/1.0 a connection that ends is the end of a file, and only one that breaks is none.
  content.once('error', () => raw.headersSent && raw.socket?.resetAndDestroy())
  raw.setTimeout(unread_ms_max, () => raw.socket?.resetAndDestroy())
  return content
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
