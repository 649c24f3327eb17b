import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLog } from '../../log/log.ts'
import { ask, eventually, expectAnswer, openOwners, stopped } from './fixtures/owners.ts'
import { runningPostmaster } from './lock.ts'
import { startEmbedded } from './supervisor.ts'

const { parent, launch, own } = await openOwners()
const data_dir = join(parent, 'data')

/** Puts files into a folder for two seconds, or until it is gone. */
const WRITES_ON = `const end = Date.now() + 2000
  for (let n = 0; Date.now() < end; n++)
    try { require('node:fs').writeFileSync(process.argv[1] + '/' + (n % 50), '') } catch { break }`

// Some starts, each of which waits for a disk.
describe('the embedded database', { timeout: 120_000 }, () => {
  it('keeps what was committed when its owner is killed with -9', async () => {
    const first = await own(data_dir)
    await ask(first.connection, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)')
    await stopped(first.owner, 'SIGKILL')
    const second = await own(data_dir)
    expect(second.adopted).toBe(false)
    expect(await ask(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
  })

  it('writes through to the disk and stays off the network', async () => {
    const { connection } = await own(data_dir)
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
    await expectAnswer(adopter?.connection ?? {})
  })

  it('starts again after a start that was interrupted while making the cluster', async () => {
    const fresh = join(parent, 'interrupted')
    const draft = join(fresh, 'postgres/cluster.draft-4194999')
    const doomed = launch(fresh)
    await eventually(async () => {
      const names = await readdir(join(fresh, 'postgres'))
      expect(names.some((name) => name.startsWith('cluster.draft-'))).toBe(true)
    })
    await stopped(doomed, 'SIGKILL')
    await mkdir(draft, { recursive: true })
    // What such a start has begun may outlive it for a moment.
    spawn(process.execPath, ['--eval', WRITES_ON, draft])
    const { connection } = await own(fresh)
    expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(existsSync(draft)).toBe(false)
  })

  it('is not fooled by a lock whose number another process has now', async () => {
    const first = await own(data_dir)
    await stopped(first.owner, 'SIGTERM')
    const cluster = join(data_dir, 'postgres/cluster')
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n\n\n\nready\n`)
    const second = await own(data_dir)
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

  it('starts again by itself when the server dies', async () => {
    const embedded = await startEmbedded({ data_dir, log: openLog('silent') })
    const before = embedded.pid()
    process.kill(before, 'SIGKILL')
    await eventually(() => expect(embedded.pid()).not.toBe(before))
    await expectAnswer(embedded.connection)
    const pid_file = join(data_dir, 'postgres/cluster/postmaster.pid')
    expect(await readFile(pid_file, 'utf8')).toContain(String(embedded.pid()))
    await embedded.stop()
    expect(existsSync(pid_file)).toBe(false)
  })

  it('is not started again by a process that was not stopped when a restoration began', async () => {
    const told: string[] = []
    const log = openLog('error', { write: (line) => told.push(line) })
    const embedded = await startEmbedded({ data_dir, log })
    const file = join(data_dir, 'restoring.json')
    await writeFile(file, '{}')
    process.kill(embedded.pid(), 'SIGKILL')
    await eventually(() => expect(told.join()).toContain('A restoration was begun'))
    expect(runningPostmaster(join(data_dir, 'postgres/cluster'))).toBeUndefined()
    await rm(file)
    await embedded.stop()
  })
})
