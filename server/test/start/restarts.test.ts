import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'

const PROCESSES = new URL('../../../run/processes.mjs', import.meta.url).href
const folder = await mkdtemp(join(tmpdir(), 'lulus-restarts-'))
afterAll(() => rm(folder, { recursive: true }))

let running: ChildProcess | undefined
afterEach(() => running?.kill('SIGKILL'))

/** Runs programs as `npm start` does; answers what is said on the console so far. */
const console_of = (script: string) => {
  const text = `import { createProcesses } from '${PROCESSES}'; const processes = createProcesses(); ${script}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return { child, ended: once(child, 'exit'), said: () => said }
}

/** A program that writes its number into a file and goes on until it is killed. */
const lasting = async (name: string) => {
  const [program, file] = [join(folder, `${name}.mjs`), join(folder, `${name}.pid`)]
  await writeFile(
    program,
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(file)}, String(process.pid))
     console.log('ready')
     setInterval(() => {}, 1000)`,
  )
  return { program, pid: () => readFile(file, 'utf8').then(Number, () => 0) }
}

const patiently = { timeout: 25_000 }

it('a program that is killed is started again, and the console says so', async () => {
  const { program, pid } = await lasting('portal')
  const { said } = console_of(`processes.start('portal', process.execPath, ['${program}'])`)
  await expect.poll(pid, patiently).toBeGreaterThan(0)
  const first = await pid()
  process.kill(first, 'SIGKILL')
  await expect.poll(pid, patiently).not.toBe(first)
  expect(said()).toContain('The portal ended (SIGKILL); starting it again in 1 s.')
})

it('a program that cannot start ends the others, and is not tried again', async () => {
  const { program, pid } = await lasting('beside')
  const { ended, said } = console_of(`
    await processes.start('simulator', process.execPath, ['${program}'], { first_line: true })
    processes.start('portal', process.execPath, ['-e', 'console.log("PORT is in use."); process.exit(78)'])`)
  expect(await ended).toEqual([1, null])
  expect(said()).toBe('PORT is in use.\n')
  const other = await pid()
  expect(() => process.kill(other, 0)).toThrow('ESRCH')
})

it('a program that the others can do without is missed in a sentence', async () => {
  const { program, pid } = await lasting('alone')
  const { said } = console_of(`
    const broken = 'console.error("The journal is broken."); process.exit(1)'
    await processes.start('simulator', process.execPath, ['-e', broken], { first_line: true, may_lack: true })
    processes.start('portal', process.execPath, ['${program}'])`)
  await expect.poll(pid, patiently).toBeGreaterThan(0)
  await expect.poll(said, patiently).toContain('ready')
  expect(said()).toBe(
    'The journal is broken.\nThe simulator does not run; the rest goes on without it.\nready\n',
  )
})
