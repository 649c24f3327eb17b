import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections (Linux from 32768), which may take one at any moment. */
const [FROM, UNTIL] = [20_000, 32_768]
const TRIES_MAX = 100

/** A port of this machine on which nothing listened a moment ago, and on which nothing calls out. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = randomInt(FROM, UNTIL)
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${FROM} and ${UNTIL} is free.`)
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
