import type { IntakeReply } from '#contract/intake.ts'
import { type Problem, ProblemError } from '#domain/problems.ts'
import type { Log } from '../platform/log/log.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'
import type { Accepted } from './accept.ts'
import { openReport } from './report.ts'

/**
 * One document of a call: how it is taken, and in what words its sender hears what is wrong with it. `last`: behind all
 * that are not.
 */
export type Coming = {
  payload: unknown
  last?: boolean
  take(): Promise<Accepted> | Accepted
  inWords?(problem: Problem): Problem
}

/** What became of the documents of a call; `first` is the problem of the first that was not taken. */
export type Taken = { reply: IntakeReply; first: ProblemError | undefined }

type By = { log: Log; request_id: string }

/**
 * Takes documents one by one, each in a turn of its own; one that cannot be taken does not stop the others. They are
 * told in the order in which they came.
 */
export const takeAll = async (by: By, coming: readonly Coming[]): Promise<Taken> => {
  const reply: IntakeReply = { status: 'Success', Invoice_Numbers: [], UUIDs: [], errors: [] }
  const report = openReport(coming.length)
  let first: ProblemError | undefined
  const results = await resultsOf(by, coming)
  for (const [position, { payload, inWords }] of coming.entries()) {
    const result = results.get(position)
    if (!result) continue
    if (!(result instanceof ProblemError)) tellStored(reply, result)
    else {
      const { problem, context, reply_fields } = result
      const told = inWords ? inWords(problem) : problem
      first ??= Object.assign(new ProblemError(told, context), { reply_fields })
      reply.errors.push(report(told, payload, position))
    }
  }
  if (first) reply.status = reply.Invoice_Numbers.length > 0 ? 'Partial Success' : 'Error'
  return { reply, first }
}

/** What is told of a document that was taken: its row may be long. */
type Told = Pick<Accepted, 'changes' | 'warnings'> & Pick<Accepted['row'], 'id' | 'invoice_number'>

/** What became of each, by its place. */
const resultsOf = async (by: By, coming: readonly Coming[]): Promise<Map<number, Told | ProblemError>> => {
  const results = new Map<number, Told | ProblemError>()
  const in_turn = [...coming.entries()].toSorted(([, a], [, b]) => Number(a.last ?? 0) - Number(b.last ?? 0))
  for (const [position, { take }] of in_turn) {
    await takeTurn()
    try {
      const { row, changes, warnings } = await take()
      const { id, invoice_number } = row
      results.set(position, { id, invoice_number, changes, warnings })
    } catch (error) {
      results.set(position, asProblem(by, error))
    }
  }
  return results
}

/** The reply where some were stored; where none was, throws the first problem, its body carrying the same fields. */
export const settle = <R extends IntakeReply>({ reply, first }: { reply: R; first: Taken['first'] }): R => {
  if (first === undefined || reply.Invoice_Numbers.length > 0) return reply
  first.reply_fields = { ...first.reply_fields, ...reply }
  throw first
}

/** So many one answer tells of all its documents together: a line may be warned of thrice, and a call has thousands. */
const WARNINGS_TOLD_MAX = 1_000

const tellStored = (reply: IntakeReply, { id, invoice_number, ...told }: Told): void => {
  reply.Invoice_Numbers.push(invoice_number)
  reply.UUIDs.push(id)
  const changes = told.changes.map((change) => ({ invoice_number, ...change }))
  const room = WARNINGS_TOLD_MAX - (reply.warnings?.length ?? 0)
  const warnings = told.warnings
    .slice(0, room)
    .map(({ field, message }) => ({ invoice_number, field, message }))
  if (changes.length > 0) reply.changes = [...(reply.changes ?? []), ...changes]
  if (warnings.length > 0) reply.warnings = [...(reply.warnings ?? []), ...warnings]
}

/** A fault of ours in one document must not hide what became of the others. */
const asProblem = ({ log, request_id }: By, error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error
  log.error({ err: error }, 'a document could not be taken')
  const message = `Something went wrong on the server (reference ${request_id}). The document was not stored.`
  return new ProblemError({ kind: 'unavailable', code: 'fault', message, retry_after_s: 5 })
}
