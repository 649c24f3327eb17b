import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { DownloadButton } from '../ui/acts/DownloadButton.tsx'
import type { FilterField } from '../ui/list/filters.ts'
import { ListPage } from '../ui/list/ListPage.tsx'
import { useAdminCrumbs } from './admin-crumbs.ts'
import { useLogWords } from './log-words.ts'

type File = Endpoint & { reply: 'file' }
type Own = 'crumbs' | 'actions' | 'filters' | 'filter_words'
type Props<Row, Tab extends string, E extends File> = Omit<Parameters<typeof ListPage<Row, Tab>>[0], Own> & {
  /** The file of all that the filters leave. */
  csv: { label: string; endpoint: E; input: Input<E> }
  /** Another file of it, beside that one. */
  more_files?: ReactNode
  /** What it is narrowed by beside its days. */
  filters: readonly FilterField[]
}

/** A screen of administration that is a log: its days and filters, its file, and what every log says. */
export const LogPage = <Row, Tab extends string, E extends File>(props: Props<Row, Tab, E>) => {
  const { csv, more_files, filters, ...list } = props
  const { t } = useLingui()
  const words = useLogWords()
  return (
    <ListPage
      {...list}
      crumbs={useAdminCrumbs()}
      actions={
        <>
          <DownloadButton {...csv} words={words.csv} />
          {more_files}
        </>
      }
      filters={[
        { name: 'start_date', label: t`Start Date`, kind: 'date' },
        { name: 'end_date', label: t`End Date`, kind: 'date' },
        ...filters,
      ]}
      filter_words={words.filters}
    />
  )
}
