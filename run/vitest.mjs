// One run of some vitest projects, with its numbers.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectEnv, run } from './project.mjs'

/** Answers how many tests passed and failed; a run that breaks without a failing test counts as one failure. */
export const runTests = (projects, env = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lulus-results-'))
  const file = join(folder, 'results.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', '--config', 'vitest.config.ts', ...chosen, ...reporters]
  const succeeded = run('vitest', args, { ...projectEnv(), ...env })
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  rmSync(folder, { recursive: true })
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = results
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) }
}

/** Prints the closing line that other programs read, and ends with its verdict. */
export const conclude = (runs) => {
  const sum = (kind) => runs.reduce((total, one) => total + one[kind], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}
