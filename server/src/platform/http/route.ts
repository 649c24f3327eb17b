import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Endpoint, Input, Upload } from '#contract/endpoint.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Log } from '../log/log.ts'
import type { ArrivingFile } from './read-upload.ts'

/** What a handler returns for an endpoint whose reply is a file. `inline` shows it in the browser. */
export type Download = {
  content: Uint8Array | Readable
  content_type: string
  filename: string
  inline?: boolean
}

/** What every handler knows of its call; `body_bytes` is the JSON body as received, for signatures. */
export type CallFacts<E extends Endpoint> = {
  caller: E['access'] extends { kind: 'public' } ? undefined : Caller
  /**
   * Who calls by now, for work that begins when a file has arrived, which may take an hour. Throws unauthenticated or
   * flag_missing where that is nobody any more who may.
   */
  recheck(): Promise<Caller>
  request_id: string
  log: Log
  now: Date
  headers: IncomingHttpHeaders
  address: string
  body_bytes: Uint8Array | undefined
  /** Adds a header to the answer. */
  setHeader(name: string, value: string): void
  /** Of an endpoint that says `later`: the answer is 202, and this is where to look for what comes of it. */
  answerLater(location: string): void
  /** Waits for what only few may do at once, and keeps no place at the door meanwhile. Throws `busy`. */
  aside(wait: () => Promise<void>): Promise<void>
}

export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']> | (E extends { events: true } ? Readable : never)
  : Download

type Streamed<E> = E extends { upload: Upload } ? { upload: ArrivingFile } : unknown

export type Handler<E extends Endpoint, C> = (
  call: Input<E, 'out'> & Streamed<E> & CallFacts<E> & C,
) => Reply<E> | Promise<Reply<E>>

/** An endpoint of the contract with the code that answers it. `C` is what the server adds to each call. */
export type Route<C> = { endpoint: Endpoint; run: (call: C & AnyCall) => unknown }

export type AnyCall = CallFacts<Endpoint> & {
  query?: unknown
  params?: unknown
  body?: unknown
  form?: unknown
  upload?: ArrivingFile
}

/** `const on = routesWith<Context>()`, then `on(documents.list, ({ caller, query, db }) => …)`. */
export const routesWith =
  <C>() =>
  <const E extends Endpoint>(endpoint: E, run: Handler<E, C>): Route<C> => ({
    endpoint,
    // Sound: bind.ts builds the call by this same endpoint's schemas.
    run: run as unknown as Route<C>['run'],
  })
