/**
 * `npm run bench:scale [-- DOCUMENTS] [-- --short] [--rounds=N] [--keep=FOLDER] [--only=TEXT]`: how long people wait
 * in front of a large archive, a hundred thousand documents unless told, and beside it in front of ten thousand; and
 * the same as the table of docs/performance.md. With a folder the archive is kept there and asked again the next time:
 * ten million take half an hour to make. With a text only the calls are made whose name has it.
 * Exit code 1 when a table that grows is read from end to end, and when somebody waits longer than the goal; in a short
 * run, ten times as long.
 */
import { isFailed, printRows } from './bench/report.ts'
import { openArchive } from './bench/scale/archive.ts'
import { callsOf, FIRST_CALL } from './bench/scale/calls.ts'
import { benchDrawn } from './bench/scale/drawn.ts'
import { openFilled } from './bench/scale/filled.ts'
import { benchRequests } from './bench/scale/requests.ts'
import { tableOf } from './bench/scale/table.ts'
import { benchCalls } from './bench/scale/waiting.ts'

const DOCUMENTS = 100_000
const DOCUMENTS_OF_SMALL = 10_000
const ROUNDS = 100
const DRAWN = 150
const option = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const [wanted] = process.argv.slice(2).filter((word) => /^[0-9_]+$/.test(word))
const documents = wanted ? Number(wanted.replaceAll('_', '')) : DOCUMENTS
const short = process.argv.includes('--short')
const drawn = short ? { count: 20, rounds: 3 } : { count: DRAWN, rounds: 7 }
const only = option('only')
const someCallsOf = (listed: number) =>
  callsOf(listed).filter(({ name }) => name === FIRST_CALL || name.includes(only ?? ''))
const requests = only === undefined ? [await benchRequests()] : []
const archive = await openArchive(await openFilled(documents, option('keep')))
const small = short ? undefined : await openArchive(await openFilled(DOCUMENTS_OF_SMALL))
try {
  const rounds = Number(option('rounds') ?? (short ? 3 : ROUNDS))
  const calls = await benchCalls(archive, someCallsOf, { documents, rounds, small })
  const rows = [
    ...[...requests, ...calls.rows],
    ...(only === undefined ? await benchDrawn(archive, drawn) : []),
  ]
  console.log(printRows(rows))
  if (!short) console.log(`\n${tableOf(calls.waited)}`)
  process.exitCode = rows.some((row) => isFailed(row, short)) ? 1 : 0
} finally {
  await small?.close()
  await archive.close()
}
