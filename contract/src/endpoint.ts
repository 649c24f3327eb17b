import type { z } from 'zod'
import type { Flag } from '#domain/access/flags.ts'

/**
 * Who may call an endpoint. Flags open doors; which rows are seen is the scope's matter, so a foreign row
 * answers 404 (decisions.md §2). `api_key: true` admits integrations as well.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'loggedIn' }
  | { kind: 'anyOf'; flags: readonly [Flag, ...Flag[]]; api_key?: true }
  | { kind: 'superadmin' }

export const open: Access = { kind: 'public' }
export const loggedIn: Access = { kind: 'loggedIn' }
export const superadmin: Access = { kind: 'superadmin' }
export const anyOf = (...flags: [Flag, ...Flag[]]): Access => ({ kind: 'anyOf', flags })
export const keyOrAnyOf = (...flags: [Flag, ...Flag[]]): Access => ({ kind: 'anyOf', flags, api_key: true })

/** An Idempotency-Key may be so long. */
export const KEY_LENGTH_MAX = 200

/**
 * The header of a GET that a screen makes while nobody touches it, at an interval or on news: the session lives no
 * longer by it. That is all it does. No log goes by it, since whoever calls can send it.
 */
export const BY_ITSELF_HEADER = 'x-by-itself'

export type EndpointName = `${string}.${string}`

/**
 * One call of the portal's API. `path` is exact (trailing slash included; the server takes it either way) with
 * `:name` parameters. `reply: 'file'` is a download; `body_bytes_max` raises or lowers the 1 MB default.
 */
export type Endpoint = {
  id: EndpointName
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  query?: z.ZodObject
  params?: z.ZodObject
  body?: z.ZodType
  /** Multipart fields; a small file, which is taken whole into memory, is a field `z.file()`. */
  form?: z.ZodObject
  /** Who sends no file may send the fields of `form` as JSON. */
  json_too?: true
  /** A body may come in any form, since nothing of it is read. */
  ignores_body?: true
  upload?: Upload
  /** The field of the body below which the verb judges each value alone, its texts included. */
  judged_apart?: string
  /** What each of those values is; it is read one by one, and refused alone. */
  judged_by?: z.ZodType
  /** The reads whose answers are old once this was called, whatever came of it; every write says it. */
  changes?: readonly EndpointName[]
  /** The log of calls tells of it as of what is a superadmin's alone: it decides what becomes of documents. */
  administers?: true
  /**
   * Screens read it again and again on their own: the log of calls leaves it out, and no session lives longer by it.
   */
  by_itself?: true
  /**
   * It may be answered by a copy of the database, once that has what the caller has written: it only reads, and nothing
   * is decided by what it answers.
   */
  from_copy?: true
  /** It asks the tax authority in its course, and so takes as long as that thinks. */
  asks_authority?: true
  /** It has lines and a throttle of its own, and waits at no other door. */
  own_lines?: true
  /** Who accepts `text/event-stream` gets replies as events, each as it comes, until it leaves. */
  events?: true
  /** With an Idempotency-Key header the same call answers its first result again for 24 h. */
  idempotent?: true
  /** The same is kept for each document of the call, by the verb itself (decision 013). */
  keeps_keys?: true
  status?: 200 | 201 | 202 | 204
  /** It may also answer 202: what is asked for goes on after the answer, which says where to look. */
  later?: true
  reply: z.ZodType | 'file'
  body_bytes_max?: number
}

/**
 * A multipart form with one file, its last part: the verb reads it while it arrives, after the texts of `form`. Longer
 * than `bytes_max` it is refused, and so is a sender that is silent for `silent_ms_max` (30 s unless told), or slower
 * than `pace` (60 KB in a minute unless told). Texts that mean nothing may come behind the file (`ignored_after`).
 */
export type Upload = {
  field: string
  bytes_max: number
  silent_ms_max?: number
  pace?: { ms: number; bytes: number }
  ignored_after?: readonly string[]
}

export const endpoint = <const E extends Endpoint>(e: E) => e

type Part<E, K extends string, D extends 'in' | 'out'> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: D extends 'in' ? z.input<S> : z.output<S> }
  : unknown

/** What a caller of the endpoint passes (`in`) or its handler receives (`out`); `upload` reaches it as a stream. */
export type Input<E, D extends 'in' | 'out' = 'in'> = Part<E, 'query', D> &
  Part<E, 'params', D> &
  Part<E, 'body', D> &
  Part<E, 'form', D> &
  (E extends { upload: Upload } ? (D extends 'in' ? { upload: File } : unknown) : unknown)

/** What the handler returns and the caller receives: the reply schema's type, or a Blob for a download. */
export type Output<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : Blob
