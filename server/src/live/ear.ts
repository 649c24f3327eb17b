import { listen } from '../platform/db/listen.ts'
import type { Connection } from '../platform/db/pool.ts'
import type { Log } from '../platform/log/log.ts'
import { CHANNEL, readHeard } from './heard.ts'
import type { Hub } from './hub.ts'

/** The process hears what any process of this database did, until `close`. */
export const listenFor = (hub: Hub, connection: Connection, log: Log) =>
  listen(connection, {
    channel: CHANNEL,
    log,
    // Whatever it could not hear or read may have been anything.
    onListening: hub.restart,
    onNotice: (payload) => {
      const heard = readHeard(payload)
      if (heard) hub.hear(heard)
      else hub.restart()
    },
  })
