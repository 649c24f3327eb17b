import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { SummaryRow } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { call } from '../../../api/call.ts'
import { download } from '../../../api/download.ts'
import { messageOf } from '../../../api/errors.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { csvName, toCsv } from './csv.ts'
import { type InvoicesSearch, toListQuery } from './invoices-address.ts'

const ROWS_PER_CALL = 200
const ROWS_MAX = 100_000

export type Progress = { done: number; count: number } | undefined

/** Exports all rows that match the filters, not the visible page, and tells how far it is. */
export const useCsvReport = (search: InvoicesSearch) => {
  const { t } = useLingui()
  const [progress, setProgress] = useState<Progress>()
  const run = async () => {
    setProgress({ done: 0, count: 0 })
    try {
      const rows = await collect(search, setProgress)
      const now = new Date()
      download(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }), csvName(now))
    } catch (error) {
      const message = messageOf(error)
      toastBad(t`The report could not be made: ${message}`)
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, run }
}

const collect = async (search: InvoicesSearch, tell: (progress: Progress) => void) => {
  const rows = new Map<string, SummaryRow>()
  for (let page = 1; rows.size < ROWS_MAX; page += 1) {
    const query = { ...toListQuery(search), page, page_size: ROWS_PER_CALL }
    const { results, count } = await call(documents.list, { query })
    // A document that moved to a later page in between is not written twice.
    for (const row of results) rows.set(row.uuid, row)
    tell({ done: rows.size, count })
    if (results.length < ROWS_PER_CALL) break
  }
  return [...rows.values()]
}
