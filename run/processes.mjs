// The long-lived programs of the product: started one after the other, stopped together, last one first.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { giveUp, projectEnv, ROOT } from './project.mjs'

const STOP_MS_MAX = 40_000
const SETPRIV = '/usr/bin/setpriv'

/** Ends the program when the port is taken, naming the variable that changes it. */
export const demandFreePort = async (variable, port, host) => {
  const free = await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
  if (free) return
  const other = Number(port) + 1000
  giveUp(
    `Port ${port} is in use, perhaps by a Lulus that runs already. Choose another: ${variable}=${other} npm start`,
  )
}

export const createProcesses = () => {
  const running = []
  let stopping = false

  const stop = async (code) => {
    if (stopping) return
    stopping = true
    for (const one of [...running].reverse()) {
      one.child.kill('SIGTERM')
      const timer = setTimeout(() => one.child.kill('SIGKILL'), STOP_MS_MAX)
      await one.ended
      clearTimeout(timer)
    }
    process.exit(code)
  }

  /** `firstLine`: resolves with the first line the program prints instead of showing its output. */
  const start = (name, command, args, { env = {}, firstLine = false } = {}) => {
    // A group of its own, so that Ctrl-C reaches it only through us; and it dies with us, even by kill -9.
    const guarded = existsSync(SETPRIV)
      ? [SETPRIV, '--pdeathsig', 'TERM', '--', command, ...args]
      : [command, ...args]
    const child = spawn(guarded[0], guarded.slice(1), {
      cwd: ROOT,
      env: { ...projectEnv(), ...env },
      detached: true,
      stdio: ['ignore', firstLine ? 'pipe' : 'inherit', 'inherit'],
    })
    const ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    })
    running.push({ child, ended })
    ended.then((how) => {
      if (stopping) return
      console.error(`The ${name} ended (${how}); stopping the rest.`)
      stop(1)
    })
    if (!firstLine) return undefined
    const lines = createInterface(child.stdout)
    return new Promise((resolve) => lines.once('line', resolve))
  }

  stopWithNpm(() => stop(0))
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  process.on('SIGHUP', () => stop(0))
  return { start, stop }
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
