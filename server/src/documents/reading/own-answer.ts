import { sql } from 'kysely'
import { isFields } from '#codes/own.ts'
import type { Caller } from '#domain/access/caller.ts'
import { inStores } from '../../access/scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { attemptsOf } from '../sending/attempts.ts'
import { on } from '../store/tables.ts'

/**
 * The newest copies of a document, in the order in which they were sent. What shared its call with documents that the
 * caller may not see has of LHDN's answer what concerns this document alone; the stored evidence stays as it came.
 */
export const readableAttempts = async (db: Db, caller: Caller, document_id: string) => {
  const attempts = await attemptsOf(db, document_id)
  const shared = await sharedWithForeign(db, caller, [...new Set(attempts.map((one) => one.submission_id))])
  return attempts.map(({ submission_id, code_number, ...attempt }) => ({
    ...attempt,
    answer: shared.has(submission_id) ? ownAnswer(attempt.answer, code_number) : attempt.answer,
  }))
}

/** The submissions in which a document went along that is not the caller's. */
const sharedWithForeign = async (db: Db, caller: Caller, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await on(db)
    .selectFrom('attempts')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.id', '=', 'attempts.document_id')
        .onRef('documents.sender_entity_id', '=', 'attempts.sender_entity_id'),
    )
    .where(sql<boolean>`attempts.submission_id = ANY(${[...ids]}::uuid[])`)
    .where(({ not }) => not(inStores(caller, 'documents.store_code_id')))
    .select('attempts.submission_id')
    .distinct()
    .execute()
  return new Set(rows.map(({ submission_id }) => submission_id))
}

/**
 * Of a stored answer what concerns one document: our words, and of the authority's own what it says of that number. Of
 * what cannot be read, being a page of some proxy or having been cut, only our first line.
 */
export const ownAnswer = (answer: string, code_number: string): string => {
  const lines = answer.split('\n')
  const start = lines.findIndex((line) => line.trimStart().startsWith('{'))
  // Further words of ours may follow; the authority's end where the lines are JSON.
  for (let end = lines.length; start >= 0 && end > start; end -= 1) {
    const body = partOf(lines.slice(start, end).join('\n'), code_number)
    if (body !== undefined) return [...lines.slice(0, start), body, ...lines.slice(end)].join('\n')
  }
  return start === 0 ? '' : (lines[0] ?? '')
}

const LISTS = ['accepteddocuments', 'rejecteddocuments']

/** Spelled as it came; undefined where it is no answer that lists documents. */
const partOf = (text: string, code_number: string): string | undefined => {
  const body = objectIn(text)
  if (!body || !Object.keys(body).some((key) => LISTS.includes(key.toLowerCase()))) return undefined
  const isOwn = (entry: unknown) =>
    isFields(entry) &&
    Object.entries(entry).some(
      ([key, value]) => key.toLowerCase() === 'invoicecodenumber' && value === code_number,
    )
  const told = Object.entries(body).flatMap(([key, value]) => {
    if (key.toLowerCase() === 'submissionuid') return typeof value === 'string' ? [[key, value]] : []
    if (!LISTS.includes(key.toLowerCase())) return []
    return [[key, Array.isArray(value) ? value.filter(isOwn) : []]]
  })
  return JSON.stringify(Object.fromEntries(told))
}

const objectIn = (text: string): Record<string, unknown> | undefined => {
  try {
    const read: unknown = JSON.parse(text)
    return isFields(read) ? read : undefined
  } catch {
    return undefined
  }
}
