import { setOwn } from '#codes/own.ts'
import type { Change } from '../identity/normalise.ts'
import { plainName } from '../text/plain-name.ts'
import { readCell, type Writing } from './cells.ts'
import { type Column, headingsOf } from './columns.ts'
import { guessColumns } from './guess.ts'
import { letterOf, unknownHeading } from './headings.ts'

/** A file of which each row is one thing that is kept, a customer or a saved item, under fields of its own. */
export type Records<F extends string> = {
  /**
   * What our own files write above each field, in their order, and how its cells are read: as those of the column of a
   * document's file by whose other headings it is known.
   */
  fields: ReadonlyMap<F, { heading: string; column: Column }>
  /** Those that every file must have. */
  needed: readonly F[]
  /** What our own files say besides, and nobody can set. */
  ignored: readonly string[]
  /** What is wrong with a cell that can be read, where that is told better than by the schema of the form. */
  refuse?(field: F, value: string): string | undefined
}

/** The field of each column; undefined where it is ignored or has no heading. */
export type Fields<F extends string> = readonly (F | undefined)[]

/**
 * What the first row of such a file means: our own headings, the names of fields, and what else people write
 * (`guess.ts`). `faults` names unknown headings, double ones, and those that are needed and absent.
 */
export const readRecordHeadings = <F extends string>(
  records: Records<F>,
  cells: readonly string[],
): { fields: Fields<F>; faults: string[] } => {
  const ignored = new Set([...records.ignored, 'row', 'error'].map(plainName))
  const isRead = (cell: string) => cell.trim() !== '' && !ignored.has(plainName(cell))
  const fieldOf = fieldsHeaded(records, cells)
  const fields = cells.map((cell, at) => (isRead(cell) ? fieldOf(cell, at) : undefined))
  const headings = [...records.fields.values()].map(({ heading }) => heading)
  const unknown = cells.flatMap((cell, at) =>
    isRead(cell) && fields[at] === undefined ? [unknownHeading(cell, at, headings)] : [],
  )
  const doubles = fields.flatMap((field, at) => {
    const first = fields.indexOf(field)
    return field !== undefined && first < at
      ? [`${headingOf(records, field)} stands in column ${letterOf(first)} and in column ${letterOf(at)}.`]
      : []
  })
  const missing = records.needed
    .filter((field) => !fields.includes(field))
    .map((field) => `There is no column ${headingOf(records, field)}.`)
  return { fields, faults: [...unknown, ...doubles, ...missing] }
}

/** What our own files write above a field; a column without a heading, as errors name it, has its letter. */
export const headingOf = <F extends string>({ fields }: Records<F>, field: string): string =>
  [...fields].find(([name]) => name === field)?.[1].heading ?? field

/** Our own names of a field are sure, others are guessed beside those of all other columns. */
const fieldsHeaded = <F extends string>({ fields }: Records<F>, cells: readonly string[]) => {
  const all = [...fields].map(([field, { heading, column }]) => ({ field, heading, column }))
  const known = new Map(
    all.flatMap(({ field, heading, column }) =>
      [heading, field, ...headingsOf(column)].map((name) => [plainName(name), field] as const),
    ),
  )
  const guessed = guessColumns(cells)
  return (cell: string, at: number): F | undefined =>
    known.get(plainName(cell)) ?? all.find(({ column }) => column === guessed[at])?.field
}

export type FieldFault = { field: string; message: string }

/** The same for one file, in which a text comes often: what is wrong with it is looked up once. */
export const remembering = <F extends string>(records: Records<F>): Records<F> => {
  const { refuse } = records
  if (!refuse) return records
  const known = new Map<string, string | undefined>()
  return {
    ...records,
    refuse(field, value) {
      const key = `${field} ${value}`
      if (!known.has(key)) known.set(key, refuse(field, value))
      return known.get(key)
    },
  }
}

/** What a row says under its fields, as a caller would send it. */
export type Said<F extends string> = Readonly<Partial<Record<F, string>>>

type ReadRecord<F extends string> = { said: Said<F>; faults: FieldFault[]; changes: Change[] }

/** One row under these fields: what it says, what is wrong with its cells, and which are taken otherwise. */
export const readRecord = <F extends string>(
  records: Records<F>,
  fields: Fields<F>,
  cells: readonly string[],
  writing: Writing = {},
): ReadRecord<F> => {
  const said: Record<string, string> = {}
  const faults: FieldFault[] = []
  const changes: Change[] = []
  for (const [at, field] of fields.entries()) {
    const known = field === undefined ? undefined : records.fields.get(field)
    if (field === undefined || known === undefined) continue
    const written = cells[at] ?? ''
    const read = readCell(known.column, written, writing)
    const message = 'message' in read ? read.message : read.value && records.refuse?.(field, read.value)
    if (message) faults.push({ field, message })
    else if ('value' in read && read.value !== '') {
      setOwn(said, field, read.value)
      if (read.why) changes.push({ field, from: written.trim(), to: read.value, why: read.why })
    }
  }
  // Nothing but fields of these records was set.
  return { said: said as Said<F>, faults, changes }
}
