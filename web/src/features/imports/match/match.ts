import type { Import } from '#contract/imports/shapes.ts'
import { columnHeaded } from '#domain/imports/columns.ts'
import { missingFields } from '#domain/imports/guess.ts'

/** The field that each column of the file is, by its heading; null where it is left out. */
export type Chosen = readonly (string | null)[]

const columnsOf = (chosen: Chosen) => chosen.map((field) => columnHeaded(field ?? ''))

/** The required fields that no column is yet. What the server does not miss, though no column is it, has a default. */
export const stillMissing = (upload: Pick<Import, 'columns' | 'missing'>, chosen: Chosen): string[] => {
  const proposed = columnsOf(upload.columns.map(({ field }) => field))
  const filled = missingFields(proposed).filter((field) => !upload.missing.includes(field))
  return missingFields(columnsOf(chosen), new Set(filled))
}

/** Of each column the other one that is the same field already; undefined where there is none. */
export const doubles = (chosen: Chosen): (number | undefined)[] =>
  chosen.map((field, at) => {
    const other = field === null ? -1 : chosen.findIndex((one, index) => one === field && index !== at)
    return other < 0 ? undefined : other
  })
