import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../log/log.ts'
import { ask, eventually, expectAnswer, openOwners, stopped } from './fixtures/owners.ts'
import { runningPostmaster } from './lock.ts'
import { PATIENCE } from './patience.ts'
import { childrenOf, isAlive, readText } from './proc.ts'
import { type Embedded, startEmbedded } from './supervisor.ts'

const { parent, far_root, own } = await openOwners()
const data_dir = join(parent, 'data')
const cluster = join(data_dir, 'postgres/cluster')

const PATIENT = { ...PATIENCE, stop_ms_max: 60_000, tell_ms: 100 }
const IMPATIENT = { ...PATIENT, stop_ms_max: 300 }

/** The first of them is the server, which starts no more; an autovacuum worker may end before its turn. */
const freeze = (pids: readonly number[]) => {
  for (const pid of pids.filter(isAlive))
    try {
      process.kill(pid, 'SIGSTOP')
    } catch (error) {
      if (isAlive(pid)) throw error
    }
}

/** Starts in this process; `told` answers what the log was told. */
const start = (patience = PATIENT) => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const starting = startEmbedded({ data_dir, far_root, log, patience, throw_away: true })
  starting.then(
    (one) => embedded.push(one),
    () => {},
  )
  return { starting, told: (text: string) => lines.filter((line) => line.includes(text)).length }
}
const embedded: Embedded[] = []
const played: number[] = []
const pipes: string[] = []

beforeAll(async () => {
  await (await start().starting).stop()
}, 120_000)
afterEach(async () => {
  for (const pipe of pipes.splice(0)) rmSync(pipe, { force: true })
  for (const one of embedded.splice(0)) await one.stop()
  for (const pid of played.splice(0).filter(isAlive)) process.kill(pid, 'SIGKILL')
})

describe('a start finds in its way', { timeout: 120_000 }, () => {
  test('a server that hangs while stopping, and ends it', async () => {
    const { owner, connection, pid } = await own(data_dir)
    await ask(connection, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)')
    makePipe(WRITTEN_LAST)
    await stopped(owner, 'SIGKILL')
    process.kill(pid, 'SIGINT')
    await eventually(() => expect(runningPostmaster(cluster)).toEqual({ pid, state: 'stopping' }))
    const { starting, told } = start(IMPATIENT)
    const { connection: anew } = await starting
    expect(await ask(anew, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
    expect(told('ending it without a checkpoint')).toBe(1)
  })

  test('a server that obeys nothing, and kills it with its processes', async () => {
    const family = await playServer('stopping')
    const { starting } = start({ ...IMPATIENT, quit_ms_max: 300 })
    await expectAnswer((await starting).connection)
    expect(family.filter(isAlive)).toEqual([])
  })

  test('a server that another process is closing, which it waits for without hurrying it', async () => {
    const { owner } = await own(data_dir)
    const shutdowns = count('database system is shut down')
    const pipe = makePipe(WRITTEN_LAST)
    const closing = stopped(owner, 'SIGTERM')
    await eventually(() => expect(runningPostmaster(cluster)?.state).toBe('stopping'))
    const { starting, told } = start()
    await eventually(() => expect(told('waiting for its end')).toBe(1))
    await readFile(pipe)
    await closing
    await starting
    expect(count('database system is shut down')).toBe(shutdowns + 1)
    expect(told('ending it')).toBe(0)
  })

  test('a server in a long recovery, and says now and then that it waits', async () => {
    // After an orderly end the statistics are read.
    await (await start().starting).stop()
    const pipe = makePipe(READ_FIRST)
    const { starting } = start()
    await eventually(() => expect(runningPostmaster(cluster)?.state).toBe('starting'))
    const start_ms_max = 50
    const again = start({ ...PATIENT, start_ms_max, tell_ms: start_ms_max })
    await eventually(() => expect(again.told('is not ready yet')).toBeGreaterThan(2))
    await openForWriting(pipe)
    const [one, other] = await Promise.all([starting, again.starting])
    await expectAnswer(one.connection)
    expect(other.pid()).toBe(one.pid())
  })

  test('a process that outlives its server and holds the shared memory', async () => {
    const { starting } = start()
    const { pid, connection } = await starting
    const server = pid()
    const left = await eventually(() =>
      firstOf(childrenOf(server).filter((one) => isNamed(one, 'walwriter'))),
    )
    process.kill(left, 'SIGSTOP')
    process.kill(server, 'SIGKILL')
    await eventually(() => expect(pid()).not.toBe(server))
    await expectAnswer(connection)
    expect(isAlive(left)).toBe(false)
  })

  test('a frozen server whose owner is gone', async () => {
    const { owner, pid } = await own(data_dir)
    freeze([pid, ...childrenOf(pid)])
    await stopped(owner, 'SIGKILL')
    await expectAnswer((await start().starting).connection)
  })

  test('a server that says it is ready, answers nobody and goes away', async () => {
    const family = await playServer('ready')
    const { starting, told } = start()
    await eventually(() => expect(told('is not ready yet')).toBeGreaterThan(0))
    for (const pid of family) process.kill(pid, 'SIGKILL')
    await expectAnswer((await starting).connection)
  })
})

describe('stopping comes to its end', { timeout: 120_000 }, () => {
  test('when the server hangs', async () => {
    const { stop } = await start(IMPATIENT).starting
    makePipe(WRITTEN_LAST)
    await stop()
    expect(runningPostmaster(cluster)).toBeUndefined()
  })

  test('while a server that went away is in recovery', async () => {
    const { starting, told } = start(IMPATIENT)
    const { stop, pid } = await starting
    makePipe('backup_label')
    process.kill(pid(), 'SIGKILL')
    await eventually(() => expect(told('is not ready yet')).toBeGreaterThan(0))
    await stop()
    expect(runningPostmaster(cluster)).toBeUndefined()
  })
})

const isNamed = (pid: number, name: string) => readText(`/proc/${pid}/cmdline`).includes(name)

const firstOf = (pids: readonly number[]): number => {
  const [pid] = pids
  if (pid === undefined) throw new Error('It has no such process.')
  return pid
}

const count = (words: string) =>
  readFileSync(join(data_dir, 'postgres/postgres.log'), 'utf8').split(words).length - 1

/** Where a server keeps its statistics between its end and the next start. */
const WRITTEN_LAST = 'pg_stat/pgstat.tmp'
const READ_FIRST = 'pg_stat/pgstat.stat'

/** A pipe in place of a file of the cluster: the server stands still there until somebody opens the other end. */
const makePipe = (file: string): string => {
  const pipe = join(cluster, file)
  rmSync(pipe, { force: true })
  if (spawnSync('mkfifo', [pipe]).status !== 0) throw new Error(`${pipe} cannot be made.`)
  pipes.push(pipe)
  chmodSync(pipe, 0o666)
  return pipe
}

/** Succeeds when the server stands at the other end. */
const openForWriting = (pipe: string) =>
  eventually(() => closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)))

/** Something that passes for a server on this cluster, has a process of its own and obeys nothing. */
const playServer = async (state: 'ready' | 'stopping'): Promise<number[]> => {
  const script = "trap '' INT QUIT TERM; sleep 600 & wait"
  const { pid = 0 } = spawn('/bin/sh', ['-c', script, 'sh', cluster], { argv0: 'postgres', stdio: 'ignore' })
  const child = await eventually(() => firstOf(childrenOf(pid)))
  writeFileSync(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1\n5432\n\n\n\n${state}\n`)
  played.push(pid, child)
  return [pid, child]
}
