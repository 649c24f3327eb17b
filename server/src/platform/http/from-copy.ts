import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { POSITION_HEADER } from '#contract/position.ts'
import { type Position, readPosition } from '../db/position.ts'

/** Answers calls from a copy of the database; see `platform/db/standby.ts`. */
export type FromCopy<C> = {
  read<T>(seen: Position | undefined, work: (context: C) => Promise<T>): Promise<T>
  position(): Promise<Position>
}

type Asked = { endpoint: Endpoint; request: FastifyRequest }

/** Runs a call on the database itself or, where its endpoint says so, on a copy that has what the caller has seen. */
export const answeredFrom = async <C>(
  { context, from_copy }: { context: C; from_copy?: FromCopy<C> | undefined },
  { endpoint, request }: Asked,
  work: (context: C) => unknown,
): Promise<unknown> => {
  if (!from_copy || !endpoint.from_copy) return work(context)
  return from_copy.read(readPosition(request.headers[POSITION_HEADER]), async (there) => work(there))
}

/** Every write is answered with where the database was after it. */
export const tellPosition = <C>(app: FastifyInstance, { position }: FromCopy<C>): void => {
  app.addHook('onSend', async ({ method, routeOptions }, reply) => {
    if (method === 'GET' || method === 'HEAD' || routeOptions.config.endpoint_id === undefined) return
    reply.header(POSITION_HEADER, await position())
  })
}
