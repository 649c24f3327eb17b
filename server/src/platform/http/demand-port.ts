import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws what listening there would throw: asked first, so that a start is whole or not at all. */
export const demandPort = async (place: { host: string; port: number }): Promise<void> => {
  const probe = createServer().listen({ ...place, exclusive: true })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
