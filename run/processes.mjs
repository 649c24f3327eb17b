// The long-lived programs of the product: started one after the other, stopped together, last one first.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { giveUp, projectEnv, ROOT } from './project.mjs'

const STOP_MS_MAX = 40_000
const SETPRIV = '/usr/bin/setpriv'

/** Ends the program when the port is no port or is taken, naming the variable that changes it. */
export const demandFreePort = async (variable, given, host) => {
  const port = Number(given)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    giveUp(`${variable} must be a whole number from 1 to 65535.`)
  }
  const fault = await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.code))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
  // What else may be wrong with the address the program itself says best.
  if (fault !== 'EADDRINUSE') return
  const other = port < 60_000 ? port + 1000 : port - 1000
  giveUp(
    `Port ${port} is in use, perhaps by a Lulus that runs already. Choose another: ${variable}=${other} npm start`,
  )
}

/** What a program answers that cannot start as it is set up: to try again would not help (EX_CONFIG). */
const CANNOT_START = 78
const PAUSE_MS = 1_000
const PAUSE_MS_MAX = 30_000
/** After so long a run the next surprise is a new one. */
const CALM_MS = 60_000

/**
 * A program that ends by surprise is started again, after a pause that doubles each time. One that says at its first
 * start that it cannot ends them all, unless the others can do without it.
 */
export const createProcesses = () => {
  const running = []
  let stopping = false

  const stop = async (code) => {
    if (stopping) return
    stopping = true
    for (const one of [...running].reverse()) await end(one)
    process.exit(code)
  }

  const keep = (program) => {
    const begun_ms = Date.now()
    const child = launch(program)
    const one = program.entry
    one.child = child
    one.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve({ how: error.message }))
      child.once('exit', (code, signal) => resolve({ code, how: signal ?? `code ${code}` }))
    })
    one.ended.then(({ code, how }) => {
      if (stopping) return
      if (Date.now() - begun_ms > CALM_MS) program.pause_ms = PAUSE_MS
      const never_ran = program.starts === 1 && (code === CANNOT_START || (program.on_line && !program.spoke))
      if (never_ran) return giveIn(program)
      console.error(`The ${program.name} ended (${how}); starting it again in ${program.pause_ms / 1000} s.`)
      one.timer = setTimeout(() => keep(program), program.pause_ms)
      program.pause_ms = Math.min(2 * program.pause_ms, PAUSE_MS_MAX)
    })
  }

  const giveIn = (program) => {
    if (program.may_lack) {
      console.error(`The ${program.name} does not run; the rest goes on without it.`)
      program.on_line?.(undefined)
    } else stop(1)
  }

  /**
   * `first_line`: resolves with the first line the program prints instead of showing its output, and with undefined
   * when it cannot start and the rest `may_lack` it.
   */
  const start = (name, command, args, { env = {}, first_line = false, may_lack = false } = {}) => {
    const program = { name, command, args, env, may_lack, starts: 0, pause_ms: PAUSE_MS, entry: {} }
    running.push(program.entry)
    const line = first_line ? new Promise((resolve) => (program.on_line = resolve)) : undefined
    keep(program)
    return line
  }

  stopWithNpm(() => stop(0))
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  process.on('SIGHUP', () => stop(0))
  return { start, stop }
}

const launch = (program) => {
  const { command, args, env, on_line } = program
  program.starts++
  // A group of its own, so that Ctrl-C reaches it only through us; and it dies with us, even by kill -9.
  const guarded = existsSync(SETPRIV)
    ? [SETPRIV, '--pdeathsig', 'TERM', '--', command, ...args]
    : [command, ...args]
  const child = spawn(guarded[0], guarded.slice(1), {
    cwd: ROOT,
    env: { ...projectEnv(), ...env },
    detached: true,
    stdio: ['ignore', on_line ? 'pipe' : 'inherit', 'inherit'],
  })
  if (on_line) {
    createInterface(child.stdout).once('line', (line) => {
      program.spoke = true
      on_line(line)
    })
  }
  return child
}

const end = async ({ child, ended, timer }) => {
  clearTimeout(timer)
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  await ended
  clearTimeout(late)
}

const PARENT_MS = 500

/** npm runs us through a shell that dies of the signals it gets without passing them on. */
const stopWithNpm = (stop) => {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, PARENT_MS)
}
