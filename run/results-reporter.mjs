// A reporter of vitest: writes to the file named by RESULTS_FILE how many tests passed and failed, which
// and why, and which were not run.
import { writeFileSync } from 'node:fs'

/** Lines of a message that are told again at the end; the whole of it stands further up. */
const TOLD_LINES_MAX = 3

const why = (errors) =>
  errors
    .map(({ message, stack = '' }) => {
      const at = stack.split('\n').find((line) => line.includes('.test.ts')) ?? ''
      return [...message.split('\n').slice(0, TOLD_LINES_MAX), at.trim()].filter(Boolean).join(' | ')
    })
    .join(' | ')

const told = (where, errors) => (errors.length > 0 ? [`failed: ${where}: ${why(errors)}`] : [])

export default class ResultsReporter {
  /** At once: the end of a run that is broken off never comes. */
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state === 'failed') console.log(...told(`${test.module.relativeModuleId} > ${test.fullName}`, errors))
  }

  /** What fails outside a test (a file that cannot be loaded, its set-up, an error nobody caught) is told as well. */
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((one) => [...one.children.allTests()].map((test) => [one, test]))
    const failed = tests.filter(([, test]) => test.result().state === 'failed')
    const failures = [
      ...modules.flatMap((one) => [
        ...told(one.relativeModuleId, one.errors()),
        ...[...one.children.allSuites()].flatMap((suite) =>
          told(`${one.relativeModuleId} > ${suite.fullName}`, suite.errors()),
        ),
      ]),
      ...failed.flatMap(([one, test]) =>
        told(`${one.relativeModuleId} > ${test.fullName}`, test.result().errors),
      ),
      ...told('outside every test', unhandled),
    ]
    const passed = tests.filter(([, test]) => test.result().state === 'passed').length
    const skipped = tests
      .filter(([, test]) => test.result().state === 'skipped')
      .map(([one, test]) => `not run: ${one.relativeModuleId} > ${test.fullName}`)
    writeFileSync(
      process.env.RESULTS_FILE,
      JSON.stringify({ passed, failed: failed.length, failures, skipped }),
    )
  }
}
