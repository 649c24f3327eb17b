import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { connectTo } from '../../src/platform/db/database.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { membersOf } from '../calls/members.ts'
import { asPostgres, serverFolder } from '../copies/postgres.ts'
import { atEnd } from '../ending/at-end.ts'
import { freePort } from '../free-port.ts'

const DEPLOYED = new URL('../../../deploy/ha/', import.meta.url).pathname
const TOOLS = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' }
const NAMES = ['db1', 'db2', 'db3'] as const
type Name = (typeof NAMES)[number]
const PASSWORD = 'Rumah-Gadang-7'
const WHOLE_MS_MAX = 180_000
const SAID_CHARS_MAX = 2_000
const log = openLog('silent')

const Cluster = z.object({
  members: z.array(z.object({ name: z.enum(NAMES), role: z.string(), state: z.string() })),
})

/**
 * One etcd, three PostgreSQL under Patroni and one HAProxy on this machine, by the files of deploy/ha: only addresses,
 * folders and sizes are others.
 */
export const openCluster = async () => {
  const { ports, folder, primary, standbys, startNode, kill, dataOf } = await startAll()
  const { leader, untilWhole } = watch(ports, folder)
  await untilWhole()
  await makeDatabase(primary)
  const demandLeader = async (): Promise<Name> => {
    const name = await leader()
    if (!name) throw new Error('There is no leader.')
    return name
  }
  const addressAt = (port: number) => `postgres://lulus:${PASSWORD}@127.0.0.1:${port}/lulus`
  return {
    url: addressAt(primary),
    read_url: addressAt(standbys),
    leader,
    untilWhole,
    /** What may happen to the leader; answers its name, and how to bring it back. */
    events: {
      'kill -9': async () => {
        const name = await demandLeader()
        kill(name, false)
        return { name, mend: async () => {} }
      },
      switchover: async () => {
        const name = await demandLeader()
        const body = JSON.stringify({ leader: name })
        const answer = await fetch(`${atPort(ports[name].rest)}/switchover`, { method: 'POST', body })
        if (!answer.ok) throw new Error(`No switchover: ${await answer.text()}`)
        return { name, mend: async () => {} }
      },
      'dead node': async () => {
        const name = await demandLeader()
        kill(name, true)
        const mend = async () => {
          await rm(join(dataOf(name), 'postmaster.pid'), { force: true })
          startNode(name)
        }
        return { name, mend }
      },
    },
  }
}

const startAll = async () => {
  for (const [tool, debian_package] of Object.entries(TOOLS)) demandTool(tool, debian_package)
  const folder = await serverFolder()
  await chmod(folder, 0o755)
  const running = new Map<string, ChildProcess>()
  const launch = (name: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const said = openSync(join(folder, `${name}.log`), 'a')
    const [command, all] = asPostgres(program, args)
    const stdio: ['ignore', number, number] = ['ignore', said, said]
    running.set(name, spawn(command, all, { cwd: folder, env: { ...process.env, ...env }, stdio }))
  }
  const ports = Object.fromEntries(
    await Promise.all(
      NAMES.map(async (name) => [name, { sql: await freePort(), rest: await freePort() }] as const),
    ),
  ) as Record<Name, { sql: number; rest: number }> // one entry for each name
  const [client, peer, primary, standbys] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const dataOf = (name: Name) => join(folder, name)
  const startNode = (name: Name) => launch(name, tools.patroni, [join(folder, `${name}.yml`)], PASSWORDS)
  /** As when the power of the machine fails. */
  const kill = (name: Name, with_patroni: boolean) => {
    if (with_patroni) running.get(name)?.kill('SIGKILL')
    for (const { pid } of membersOf(dataOf(name))) endIfThere(pid)
  }
  atEnd(async () => {
    for (const child of running.values()) child.kill('SIGKILL')
    for (const name of NAMES) kill(name, true)
    await sleep(100)
  })

  for (const name of NAMES)
    await writeFile(join(folder, `${name}.yml`), patroniOf(name, { ports, client, folder }))
  await writeFile(join(folder, 'haproxy.cfg'), proxyOf({ ports, primary, standbys }))
  const told = ['--listen-client-urls', atPort(client), '--advertise-client-urls', atPort(client)]
  const peers = ['--listen-peer-urls', atPort(peer), '--initial-advertise-peer-urls', atPort(peer)]
  const one = ['--data-dir', join(folder, 'etcd'), '--initial-cluster', `default=${atPort(peer)}`]
  launch('etcd', tools.etcd, [...one, ...told, ...peers])
  for (const name of NAMES) startNode(name)
  launch('haproxy', tools.haproxy, ['-f', join(folder, 'haproxy.cfg')])
  return { ports, folder, primary, standbys, startNode, kill, dataOf }
}

const atPort = (port: number) => `http://127.0.0.1:${port}`

/** What Patroni says of the three. */
const watch = (ports: Place['ports'], folder: string) => {
  const members = async () => {
    for (const { rest } of Object.values(ports)) {
      const answer = await fetch(`${atPort(rest)}/cluster`).catch(() => undefined)
      if (answer?.ok) return Cluster.parse(await answer.json()).members
    }
    return []
  }
  const leader = async () => (await members()).find(({ role }) => role === 'leader')?.name
  /** Resolves when three run and one of them has everything that the leader was answered for. */
  const untilWhole = async () => {
    const deadline = Date.now() + WHOLE_MS_MAX
    for (;;) {
      const all = await members().catch(() => [])
      const run = all.filter(({ state }) => state === 'running' || state === 'streaming')
      if (run.length === 3 && all.some(({ role }) => role === 'sync_standby')) return
      if (Date.now() > deadline)
        throw new Error(`The cluster is not whole: ${JSON.stringify(all)}; ${lastWordsOf(all, folder)}`)
      await sleep(250)
    }
  }
  return { leader, untilWhole }
}

/** What those said at the end that are not there: the folder goes with the test. */
const lastWordsOf = (there: readonly { name: Name }[], folder: string) =>
  NAMES.filter((name) => !there.some((member) => member.name === name))
    .map(
      (name) => `${name} said: ${readFileSync(join(folder, `${name}.log`), 'utf8').slice(-SAID_CHARS_MAX)}`,
    )
    .join('\n')

const tools = { etcd: '/usr/bin/etcd', patroni: '/usr/bin/patroni', haproxy: '/usr/sbin/haproxy' }

const demandTool = (tool: string, debian_package: string) => {
  const there = existsSync(`/usr/bin/${tool}`) || existsSync(`/usr/sbin/${tool}`)
  if (!there) throw new Error(`This test needs ${tool}: apt-get install ${debian_package}`)
}

const PASSWORDS = {
  PATRONI_SUPERUSER_PASSWORD: PASSWORD,
  PATRONI_REPLICATION_PASSWORD: PASSWORD,
  PATRONI_REWIND_PASSWORD: PASSWORD,
}

type Place = { ports: Record<Name, { sql: number; rest: number }>; client: number; folder: string }

const patroniOf = (name: Name, { ports, client, folder }: Place) => {
  const pass = join(folder, `${name}.pass`)
  const own = `  pgpass: ${pass}\n  parameters:\n    unix_socket_directories: ${folder}`
  return readFileSync(join(DEPLOYED, 'patroni.yml'), 'utf8')
    .replace('name: NAME', `name: ${name}`)
    .replaceAll(/(?:0\.0\.0\.0|ADDRESS):8008/g, `127.0.0.1:${ports[name].rest}`)
    .replaceAll(/(?:0\.0\.0\.0|ADDRESS):5432/g, `127.0.0.1:${ports[name].sql}`)
    .replace('db1:2379,db2:2379,db3:2379', `127.0.0.1:${client}`)
    .replace('/var/lib/postgresql/15/lulus', join(folder, name))
    .replace('wal_keep_size: 1GB', 'wal_keep_size: 128MB')
    .replace('shared_buffers: 2GB', 'shared_buffers: 32MB')
    .replace('  authentication:', `${own}\n  authentication:`)
}

const proxyOf = ({
  ports,
  primary,
  standbys,
}: Pick<Place, 'ports'> & { primary: number; standbys: number }) =>
  readFileSync(join(DEPLOYED, 'haproxy.cfg'), 'utf8')
    .replace('127.0.0.1:5000', `127.0.0.1:${primary}`)
    .replace('127.0.0.1:5001', `127.0.0.1:${standbys}`)
    .replaceAll(/server (db\d) db\d:5432 check port 8008/g, (_, name: Name) => {
      return `server ${name} 127.0.0.1:${ports[name].sql} check port ${ports[name].rest}`
    })

const makeDatabase = async (port: number) => {
  const connectionString = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  const admin = connectTo({ connectionString }, { pool_max: 1, log, connect_ms_max: 60_000 })
  await sql`CREATE ROLE lulus LOGIN PASSWORD ${sql.lit(PASSWORD)}`.execute(admin.db)
  await sql`CREATE DATABASE lulus OWNER lulus`.execute(admin.db)
  await admin.close()
}

const endIfThere = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself meanwhile.
  }
}
