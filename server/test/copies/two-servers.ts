import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atEnd } from '../ending/at-end.ts'
import { freePort } from '../free-port.ts'
import { pg, serverFolder } from './postgres.ts'

/** Thrown away: nothing has to survive a power cut. */
const QUICK = '-c fsync=off -c full_page_writes=off -c shared_buffers=32MB'

/** A primary and a standby that follows it, from Debian’s PostgreSQL 15, on this machine. */
export const openTwoServers = async () => {
  const folder = await serverFolder()
  const server = async (name: string) => {
    const [data, port] = [join(folder, name), await freePort()]
    const options = `-p ${port} -k ${folder} -h 127.0.0.1 ${QUICK}`
    let runs = false
    const start = () => {
      pg('pg_ctl', '-D', data, '-l', join(folder, `${name}.log`), '-w', '-o', options, 'start')
      runs = true
    }
    const stop = () => {
      if (runs) pg('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      runs = false
    }
    atEnd(stop)
    return {
      data,
      port,
      url: `postgres://lulus@127.0.0.1:${port}/postgres`,
      start,
      stop,
      /** Starts it anew as one that follows nobody, after what it wrote itself. */
      demote: async () => {
        stop()
        await writeFile(join(data, 'standby.signal'), '')
        start()
      },
      promote: () => pg('pg_ctl', '-D', data, '-w', 'promote'),
    }
  }
  const primary = await server('primary')
  const standby = await server('standby')
  pg('initdb', '-D', primary.data, '-U', 'lulus', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  primary.start()
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'lulus']
  pg('pg_basebackup', ...from, '-D', standby.data, '-R', '-c', 'fast', '-X', 'stream')
  standby.start()
  return { primary, standby }
}
