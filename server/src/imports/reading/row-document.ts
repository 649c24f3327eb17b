import { headingOf } from '#domain/imports/columns.ts'
import type { CellFinding, Gathered } from '#domain/imports/gather.ts'
import { byField, invalidFindings, type Problem } from '#domain/problems.ts'
import type { FileDocument } from './content.ts'

/** A document that was gathered from rows: what is wrong with its fields is said of its cells. */
export const rowDocument = (gathered: Gathered): FileDocument => {
  const { invoice_number, payload, rows, findings, changes } = gathered
  return {
    ...{ invoice_number, payload, rows, changes },
    fault: findings.length > 0 ? invalidFindings(findings.map(toFinding)) : undefined,
    inWords: (problem) => inCells(problem, gathered),
    byRow: (problem) => cellsAtFault(problem, gathered),
  }
}

const toFinding = ({ row, column, message }: CellFinding) => ({ field: `row ${row}, ${column}`, message })

const inCells = (problem: Problem, gathered: Gathered): Problem => {
  if (problem.kind !== 'invalid_fields' || gathered.findings.length > 0) return problem
  const { whole: _, ...rest } = problem
  return { ...rest, fields: byField(cellsAtFault(problem, gathered).map(toFinding)) }
}

const cellsAtFault = (problem: Problem, { findings, rows }: Gathered): CellFinding[] => {
  if (findings.length > 0) return findings
  const first = rows[0]?.row ?? 0
  if (problem.kind !== 'invalid_fields')
    return [{ row: first, column: 'invoice_number', message: problem.message }]
  const fields = Object.entries(problem.fields).flatMap(([field, messages]) =>
    messages.map((message) => ({ ...cellOf(field, rows), message })),
  )
  return [
    ...fields,
    ...(problem.whole ?? []).map((message) => ({ row: first, column: 'invoice_number', message })),
  ]
}

const LINE = /^items\.(\d+)\.(.+)$/

/** Where a field of the payload stands in the file; those of the whole document in its first row. */
const cellOf = (field: string, rows: Gathered['rows']): { row: number; column: string } => {
  const [, at, of_line] = LINE.exec(field) ?? []
  if (of_line !== undefined) return { row: rows[Number(at)]?.row ?? 0, column: of_line }
  const column = field.startsWith('customer.') ? field : headingOf({ part: 'document', field })
  return { row: rows[0]?.row ?? 0, column }
}
