import type { SummaryRow } from '#contract/document-rows.ts'

export type OpenRequest = { row: SummaryRow; reason: string; deadline: string }

/** The buyers' requests that can still be answered at `now_ms`, the most urgent first. */
export const openRequests = (rows: readonly SummaryRow[], now_ms: number): OpenRequest[] =>
  rows
    .flatMap((row) => {
      const { reason = '', deadline = null } = row.reject_request ?? {}
      return deadline && Date.parse(deadline) > now_ms ? [{ row, reason, deadline }] : []
    })
    .sort((a, b) => Date.parse(a.deadline) - Date.parse(b.deadline))
