// Named commands one after the other: quiet when they succeed, with their whole output when they fail.
import { spawnSync } from 'node:child_process'
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

/** Answers the names of the steps that failed. */
export const runSteps = (steps) => steps.filter((step) => !succeeds(step)).map(([name]) => name)

const succeeds = ([name, command, ...args]) => {
  const started = Date.now()
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    env: projectEnv(),
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status !== 0) console.log(`${stdout}${stderr}`)
  return status === 0
}
