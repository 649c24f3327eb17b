import type { Finding } from '#domain/checks/check.ts'
import { problemOf } from '#domain/imports/faults/problem.ts'
import { byField } from '#domain/problems.ts'
import { rememberedByText } from '#domain/rules/remembered.ts'
import type { Warning } from '../kept/warnings.ts'
import type { FileDocument } from '../reading/content.ts'
import { keyOf } from './verdict.ts'

/** What is told of a document that is taken, at the rows and in the columns of its file. */
export const warningsIn = (file: FileDocument, findings: readonly Finding[]): Warning[] => {
  if (findings.length === 0) return []
  // They refuse nothing, but stand in the same cells as what does.
  const problem = { kind: 'invalid_fields', code: 'warned', fields: byField(findings) } as const
  return file
    .byRow(problem)
    .map(({ row, column, message }) => ({ row, ...kindOf(JSON.stringify([column, message])) }))
}

/** A file of a hundred thousand old invoices says the same of each. */
const kindOf = rememberedByText((text): Omit<Warning, 'row'> => {
  const [at, said] = JSON.parse(text) as [string, string] // as written above
  const { column: field, message } = problemOf({ column: at, message: said })
  return { field, message, problem: keyOf({ column: at, message: said }) }
})
