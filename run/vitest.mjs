// One run of some vitest projects, with its numbers.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectEnv, run } from './project.mjs'

/**
 * Answers how many tests passed and failed, which did, and which were not run since the machine lacks what they need;
 * what fails outside of a test counts too. `options` are vitest's.
 */
export const runTests = (projects, env = {}, options = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'lulus-results-'))
  const file = join(folder, 'results.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=./run/results-reporter.mjs']
  const args = ['run', '--config', 'vitest.config.ts', ...chosen, ...options, ...reporters]
  const succeeded = run('vitest', args, { ...projectEnv(), ...env, RESULTS_FILE: file })
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  rmSync(folder, { recursive: true })
  const { passed = 0, failed = 0, failures = [], skipped = [] } = results
  if (succeeded) return { passed, failed, failures, skipped }
  if (failures.length === 0)
    failures.push(`failed: the run of ${projects.join(', ')} broke, without a word why`)
  return { passed, failed: Math.max(failed, failures.length), failures, skipped }
}

/**
 * Prints what was not run, each failure once more and the closing line that other programs read, and ends with its
 * verdict.
 */
export const conclude = (runs) => {
  const sum = (kind) => runs.reduce((total, one) => total + one[kind], 0)
  for (const one of runs.flatMap(({ skipped }) => skipped)) console.log(one)
  for (const failure of runs.flatMap((one) => one.failures)) console.log(failure)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}
