import pg from 'pg'
import { ProblemError } from '#domain/problems.ts'

/**
 * What PostgreSQL answers when it cannot work now and nothing is wrong with the statement: classes and codes of
 * SQLSTATE (appendix A of its manual).
 */
const CLASSES_AWAY = [
  '08', // connection exceptions
  '28', // the role or its password was changed under us
  '53', // no disk, no memory, too many connections
  '58', // the operating system failed it
]
/** A standby, or a server that has become one; or a disk that is about to be full. */
const READ_ONLY = '25006'
const CODES_AWAY = new Set([
  READ_ONLY,
  '25P03', // a transaction of ours lay still for too long
  '3D000', // the database is not there: just being restored
  '40001', // lost against another transaction
  '40P01', // a deadlock
  '55P03', // a lock was not to be had
  '57P01', // is being shut down
  '57P02', // another process of the server crashed
  '57P03', // is starting up
  '57P05', // the connection lay still for too long
])

/** The statement took longer than anybody waits, or an operator ended it. */
const QUERY_CANCELED = '57014'

/** A row is named that is not there, or one was to go that others name. */
const FOREIGN_KEY_VIOLATION = '23503'

export const RETRY_AFTER_S = 5

/**
 * The problem that a failed call of the database is for its caller: `unavailable` when the database is away, busy, did
 * not answer or took too long; conflict `changed_meanwhile` when a foreign key does not hold; undefined when the
 * statement itself is at fault. Verbs look at what they name before they write, so that a key which does not hold was
 * right a moment ago: a company, a department, an account was removed, or came into use, in between.
 */
export const databaseTrouble = (error: unknown): ProblemError | undefined => {
  if (error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION)
    return removedMeanwhile(error)
  if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED)
    return unavailable(SLOW, TOOK_TOO_LONG, error)
  const away = error instanceof pg.DatabaseError ? saysAway(error) : isConnectionError(error)
  return away
    ? unavailable(AWAY, 'The database does not answer at present. Please try again.', error)
    : undefined
}

/**
 * Whether the connection of a query that failed so is of no more use. One that refuses to write may lead to a server
 * that was the first one until a moment ago: a new one finds that of now.
 */
export const endsConnection = (error: unknown): boolean => {
  const cause = error instanceof ProblemError ? error.cause : error
  return cause instanceof pg.DatabaseError
    ? cause.code === READ_ONLY || cause.severity === 'FATAL' || cause.severity === 'PANIC'
    : isConnectionError(cause)
}

/**
 * COMMIT was sent and no answer came: the change may be stored or not. Whoever repeats it blindly may do it twice.
 */
export const outcomeUnknown = (cause: unknown): ProblemError =>
  unavailable(
    OUTCOME_UNKNOWN,
    'The database went away while this was being saved. Look whether it was saved before you try again.',
    cause,
  )

export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === OUTCOME_UNKNOWN

const OUTCOME_UNKNOWN = 'outcome_unknown'
const AWAY = 'database_unavailable'
const SLOW = 'database_slow'

/** Whether the same may succeed in a moment; after `outcome_unknown` it may have already. */
export const isAway = (error: unknown): boolean =>
  error instanceof ProblemError && [AWAY, SLOW, OUTCOME_UNKNOWN].includes(error.problem.code)

const removedMeanwhile = (cause: pg.DatabaseError) =>
  new ProblemError(
    { kind: 'conflict', code: 'changed_meanwhile', message: CHANGED_MEANWHILE },
    { cause: cause.message },
    cause,
  )

const CHANGED_MEANWHILE =
  'Something that belongs to this was removed or came into use at the same moment. Load the page again.'

const TOOK_TOO_LONG =
  'The database took too long for this. Please try again; for a list, choose fewer days or another filter.'

const unavailable = (code: string, message: string, cause: unknown) =>
  new ProblemError(
    { kind: 'unavailable', code, message, retry_after_s: RETRY_AFTER_S },
    { cause: cause instanceof Error ? cause.message : String(cause) },
    cause,
  )

const saysAway = ({ code = '' }: pg.DatabaseError) =>
  CODES_AWAY.has(code) || CLASSES_AWAY.some((beginning) => code.startsWith(beginning))

/**
 * What pg and the socket throw is a plain Error, or several of them where a name has several addresses; a wrong
 * argument is a TypeError or the like.
 */
const isConnectionError = (error: unknown) =>
  error instanceof AggregateError || (error instanceof Error && error.constructor === Error)
