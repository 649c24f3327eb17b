import { expect, test } from 'vitest'
import type { ReportState, RequestedReport } from '#contract/reports/reports.ts'
import { ApiError } from '../../api/errors.ts'
import { untilMade } from './until-made.ts'

const run = (state: ReportState, id = 'mine'): RequestedReport => ({
  ...{
    id,
    name: 'Invoice list',
    report_type: 'adhoc',
    frequency: null,
    last_sent: null,
    generated_file: null,
  },
  ...{ filters: {}, format: 'csv', list_filters: null, state, rows: 0, rows_total: 0, fault: '' },
  ...{ created_at: '2026-11-30T00:00:00Z', finished_at: null, file_removed: false },
})

/** Asks for what is answered one after the other. */
const followed = async (answers: readonly (ReportState | 'gone' | ApiError)[]) => {
  const [rest, told, pauses]: [(typeof answers)[number][], string[], number[]] = [[...answers], [], []]
  const end = await untilMade(run('waiting'), {
    ask: async () => {
      const answer = rest.shift() ?? 'gone'
      if (answer instanceof ApiError) throw answer
      return answer === 'gone' ? [run('done', 'another')] : [run('running', 'another'), run(answer)]
    },
    tell: ({ state }) => told.push(state),
    pause: async (ms) => void pauses.push(ms),
  })
  return { end: end?.state, told, pauses, rest: rest.length }
}

test.each([
  ['that the database was too slow for', new ApiError(503, { code: 'database_slow' })],
  ['that was refused at the door', new ApiError(503, { code: 'busy' })],
  ['that went wrong', new ApiError(500, {})],
  ['of too many', new ApiError(429, {})],
  ['that did not come', new ApiError(0, undefined)],
])('an answer %s does not end it: it is asked for again, after a while', async (_, fault) => {
  expect(await followed(['running', fault, 'running', 'done'])).toEqual({
    ...{ end: 'done', told: ['waiting', 'running', 'running', 'running'], rest: 0 },
    pauses: [1_000, 1_000, 5_000, 1_000],
  })
})

test.each([
  ['the session has ended', new ApiError(401, {})],
  ['it may not be seen any more', new ApiError(403, {})],
  ['it was deleted', 'gone'],
] as const)('it is followed no further where %s', async (_, answer) => {
  expect(await followed(['running', answer, 'done'])).toMatchObject({ end: undefined, rest: 1 })
})

test('one that failed is told as it ended', async () => {
  expect(await followed(['failed', 'done'])).toMatchObject({ end: 'failed', rest: 1 })
})
