// One run of some vitest projects, with its numbers.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { projectEnv, run } from './project.mjs'

/** Lines of a message that are told again at the end; the whole of it stands further up. */
const TOLD_LINES_MAX = 3

/** What failed, each with its file and the first lines of why, for whoever sees only the end of a long log. */
const failuresIn = ({ testResults = [] }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    const file = relative(process.cwd(), name)
    const why = (text = '') => text.split('\n').slice(0, TOLD_LINES_MAX).join(' | ')
    if (failed.length === 0) return status === 'failed' ? [`failed: ${file}: ${why(message)}`] : []
    return failed.map((one) => `failed: ${file} > ${one.fullName}: ${why(one.failureMessages[0])}`)
  })

/** Answers how many tests passed and failed, and which; a run that breaks without a failing test counts as one. */
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
  return { passed, failed: succeeded ? failed : Math.max(failed, 1), failures: failuresIn(results) }
}

/** Prints each failure once more and the closing line that other programs read, and ends with its verdict. */
export const conclude = (runs) => {
  const sum = (kind) => runs.reduce((total, one) => total + one[kind], 0)
  for (const failure of runs.flatMap((one) => one.failures ?? [])) console.log(failure)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}
