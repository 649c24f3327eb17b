// Named commands, two at a time: quiet when they succeed, with their whole output when they fail.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { projectEnv, ROOT } from './project.mjs'

/** The checks of the source text, without any test. */
export const SOURCE_CHECKS = [
  ['types', 'tsc', '-p', 'tsconfig.json'],
  ['types of the screens', 'tsc', '-p', 'web/tsconfig.json'],
  ['lint and format', 'biome', 'check', '.'],
  ['floors', 'node', 'checks/floors.ts'],
  ['sizes', 'node', 'checks/sizes.ts'],
  ['words', 'node', 'checks/words.ts'],
  ['unused code', 'node', 'checks/unused.ts'],
  ['look-ups', 'node', 'checks/lookups.ts'],
]

const OUTPUT_BYTES_MAX = 32 * 1024 * 1024
/** Each of them keeps one core busy. */
const AT_ONCE = 2
const start = promisify(execFile)

/** Resolves to the names of the steps that failed. */
export const runSteps = async (steps) => {
  const [waiting, failed] = [[...steps], []]
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await succeeds(step))) failed.push(step[0])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed
}

const succeeds = async ([name, command, ...args]) => {
  const started = Date.now()
  const { said } = await start(command, args, {
    cwd: ROOT,
    env: projectEnv(),
    maxBuffer: OUTPUT_BYTES_MAX,
  }).then(
    () => ({}),
    ({ message, stdout = '', stderr = '' }) => ({ said: `${stdout}${stderr}` || message }),
  )
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${said === undefined ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (said !== undefined) console.log(said)
  return said === undefined
}
