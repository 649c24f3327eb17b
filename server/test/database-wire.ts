import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Connection } from '../src/platform/db/pool.ts'
import { atEnd } from './ending/at-end.ts'

type LostCommit = 'undone' | 'carried out' | 'on its way'
type Pair = { near: Socket; far: Socket }

const commitsToLose = () => {
  let losing: LostCommit | undefined
  let deliver = () => {}
  const deaf = new WeakSet<Socket>()
  return {
    lose: (how: LostCommit) => {
      losing = how
    },
    deliver: () => deliver(),
    /** Passes on what the client says, unless it is the COMMIT that is to be lost. */
    ask: ({ near, far }: Pair, bytes: Buffer) => {
      const lost = bytes.includes('commit') ? losing : undefined
      if (lost) losing = undefined
      if (lost === 'carried out') deaf.add(near)
      if (lost === undefined || lost === 'carried out') return far.write(bytes)
      if (lost === 'on its way') {
        for (const end of [near, far]) end.removeAllListeners('close')
        deliver = () => far.end(bytes)
      }
      return near.resetAndDestroy()
    },
    answer: (near: Socket, bytes: Buffer) => (deaf.has(near) ? near.resetAndDestroy() : near.write(bytes)),
  }
}

/**
 * A wire between a pool and PostgreSQL: `freeze` holds back every byte of the server's as a server does that is
 * stopped or swapped out, `thaw` lets them go on, `cut` breaks each connection as a server does that was killed.
 * `silence` drops every byte of the connections there are, as a machine does that lost its power, and nobody is told;
 * new ones reach the server. `loseCommit` breaks the connection over the next COMMIT: before the server has heard of
 * it, once it has carried it out, in place of its answer, or while it is on its way, which ends with `deliver`.
 */
export const openDatabaseWire = async (connection: Connection) => {
  const target = placeOf(connection)
  const pairs = new Set<Pair>()
  let frozen = false
  let asked = 0
  const commits = commitsToLose()
  const server = createServer((near) => {
    const pair = { near, far: connect(target) }
    pairs.add(pair)
    near.on('data', (bytes) => {
      asked += 1
      commits.ask(pair, bytes)
    })
    pair.far.on('data', (bytes) => commits.answer(near, bytes))
    if (frozen) pair.far.pause()
    for (const end of [near, pair.far]) {
      end.on('error', () => {})
      end.on('close', () => {
        pairs.delete(pair)
        near.destroy()
        pair.far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')

  const cut = () => {
    for (const { near } of pairs) near.resetAndDestroy()
  }
  atEnd(() => {
    cut()
    server.close()
  })
  return {
    connection: moved(connection, address.port),
    /** How often something was sent to the server. */
    asked: () => asked,
    freeze: () => {
      frozen = true
      for (const { far } of pairs) far.pause()
    },
    thaw: () => {
      frozen = false
      for (const { far } of pairs) far.resume()
    },
    cut,
    loseCommit: commits.lose,
    deliver: commits.deliver,
    silence: () => {
      for (const { far } of pairs) {
        far.removeAllListeners('close')
        far.destroy()
      }
    },
    /** As if no server were there: who comes is turned away until the wire is opened again. */
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

const placeOf = ({ connectionString, host = '', port }: Connection) => {
  if (connectionString === undefined) return { path: `${host}/.s.PGSQL.${port}` }
  const url = new URL(connectionString)
  return { host: url.hostname, port: Number(url.port || 5432) }
}

const moved = (connection: Connection, port: number): Connection => {
  if (connection.connectionString === undefined) return { ...connection, host: '127.0.0.1', port }
  const url = new URL(connection.connectionString)
  url.host = `127.0.0.1:${port}`
  return { connectionString: url.href }
}
