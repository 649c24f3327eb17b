import type { ImportReply } from '#contract/imports.ts'
import { problemOf } from '#domain/imports/faults/problem.ts'

type Warned = { key: string; field: string; message: string; numbers: string[] }

/** The warnings of an answer, each once with the numbers of the documents that have it, the most frequent first. */
export const warnedIn = (warnings: NonNullable<ImportReply['warnings']>): Warned[] => {
  const alike = Map.groupBy(warnings, ({ field, message }) => problemOf({ column: field, message }).key)
  const told = [...alike].flatMap(([key, all]): Warned[] => {
    const [first] = all
    if (!first) return []
    const { column: field, message } = problemOf({ column: first.field, message: first.message })
    return [{ key, field, message, numbers: [...new Set(all.map((one) => one.invoice_number))] }]
  })
  return told.toSorted((a, b) => b.numbers.length - a.numbers.length)
}
