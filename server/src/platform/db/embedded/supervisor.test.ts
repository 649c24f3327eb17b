import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '../../log/log.ts'
import { startEmbedded } from './supervisor.ts'

type Report = { pid: number; adopted: boolean; connection: pg.ClientConfig }

describe('the embedded database', () => {
  let parent: string
  let data_dir: string
  let owners: ChildProcess[]
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'lulus-embedded-'))
    await chmod(parent, 0o755)
    data_dir = join(parent, 'data')
  })
  beforeEach(() => {
    owners = []
  })
  afterEach(async () => {
    for (const owner of owners) await stopped(owner, 'SIGTERM')
  })
  afterAll(async () => rm(parent, { recursive: true, force: true }))

  const own = async (dir = data_dir): Promise<Report & { owner: ChildProcess }> => {
    const owner = fork(join(import.meta.dirname, 'fixtures/own-server.ts'), [dir], { execArgv: [] })
    owners.push(owner)
    const [report] = await once(owner, 'message')
    return { ...report, owner }
  }
  const stopped = async (owner: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
    if (owner.exitCode !== null || owner.signalCode !== null) return
    const ended = once(owner, 'exit')
    owner.kill(signal)
    await ended
  }
  const ask = async (connection: pg.ClientConfig, text: string) => {
    const client = new pg.Client(connection)
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    return rows
  }

  it('keeps what was committed when its owner is killed with -9', async () => {
    const first = await own()
    await ask(first.connection, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)')
    await stopped(first.owner, 'SIGKILL')
    const second = await own()
    expect(second.adopted).toBe(false)
    expect(await ask(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
  })

  it('writes through to the disk and stays off the network', async () => {
    const { connection } = await own()
    const settings =
      "SELECT current_setting('fsync') f, current_setting('listen_addresses') l, current_setting('data_checksums') c"
    expect(await ask(connection, settings)).toEqual([{ f: 'on', l: '', c: 'on' }])
  })

  it('is one server for two processes that start at once, and outlives its owner', async () => {
    const both = await Promise.all([own(join(parent, 'both')), own(join(parent, 'both'))])
    expect(both.map((one) => one.adopted).sort()).toEqual([false, true])
    expect(both[0].pid).toBe(both[1].pid)
    const [owner] = both.filter((one) => !one.adopted)
    const [adopter] = both.filter((one) => one.adopted)
    if (owner) await stopped(owner.owner, 'SIGTERM')
    expect(await eventually(async () => ask(adopter?.connection ?? {}, 'SELECT 1 AS one'))).toEqual([
      { one: 1 },
    ])
  })

  it('starts again after a start that was interrupted while making the cluster', async () => {
    const fresh = join(parent, 'interrupted')
    const draft = join(fresh, 'postgres/cluster.draft-4194999')
    const doomed = fork(join(import.meta.dirname, 'fixtures/own-server.ts'), [fresh], { execArgv: [] })
    await eventually(async () => {
      const names = await readdir(join(fresh, 'postgres'))
      expect(names.some((name) => name.startsWith('cluster.draft-'))).toBe(true)
    })
    await stopped(doomed, 'SIGKILL')
    await mkdir(draft, { recursive: true })
    const { connection } = await own(fresh)
    expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(existsSync(draft)).toBe(false)
  })

  it('is not fooled by a lock whose number another process has now', async () => {
    const first = await own()
    await stopped(first.owner, 'SIGTERM')
    const cluster = join(data_dir, 'postgres/cluster')
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n\n\n\nready\n`)
    const second = await own()
    expect(second.adopted).toBe(false)
    expect(await ask(second.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('finds room for its socket when the folder has a very long name', async () => {
    const deep = join(parent, 'x'.repeat(120))
    const { connection } = await own(deep)
    expect(String(connection.host).length).toBeLessThan(80)
    expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await rm(String(connection.host), { recursive: true, force: true })
  })

  it.runIf(process.getuid?.() === 0)('lies elsewhere when its user cannot enter the folder', async () => {
    const closed = join(parent, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const both = await Promise.all([own(join(closed, 'data')), own(join(closed, 'data'))])
    expect(both[0].connection.host).toContain('/var/lib/lulus/')
    expect(both[0].pid).toBe(both[1].pid)
    expect(await ask(both[0].connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    for (const owner of owners) await stopped(owner, 'SIGTERM')
    await rm(join(String(both[0].connection.host), '..'), { recursive: true })
  })

  it('starts again by itself when the server dies', async () => {
    const embedded = await startEmbedded({ data_dir, log: openLog('silent') })
    const before = embedded.pid()
    process.kill(before, 'SIGKILL')
    await eventually(async () => {
      expect(await ask(embedded.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      expect(embedded.pid()).not.toBe(before)
    })
    const pid_file = join(data_dir, 'postgres/cluster/postmaster.pid')
    expect(await readFile(pid_file, 'utf8')).toContain(String(embedded.pid()))
    await embedded.stop()
    expect(existsSync(pid_file)).toBe(false)
  })
})

/** Asks again until the answer comes, for at most 20 s. */
const eventually = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const until_ms = performance.now() + 20_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > until_ms) throw error
      await wait(20)
    }
  }
}
