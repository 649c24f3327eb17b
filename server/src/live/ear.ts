import { listen } from '../platform/db/listen.ts'
import type { Connection } from '../platform/db/pool.ts'
import type { Standby } from '../platform/db/standby.ts'
import type { Log } from '../platform/log/log.ts'
import { CHANNEL, readHeard } from './heard.ts'
import type { Hub } from './hub.ts'

type Means = { connection: Connection; standby: Pick<Standby, 'catchUp'> | undefined; log: Log }

/** The process hears what any process of this database did, until `close`. */
export const listenFor = (hub: Hub, { connection, standby, log }: Means) =>
  listen(connection, {
    channel: CHANNEL,
    log,
    // Whatever it could not hear or read may have been anything.
    onListening: async () => {
      await standby?.catchUp()
      hub.restart()
    },
    onNotice: async (payload) => {
      // Who is told of a change comes to look at it at once.
      await standby?.catchUp()
      const heard = readHeard(payload)
      if (heard) hub.hear(heard)
      else hub.restart()
    },
  })
