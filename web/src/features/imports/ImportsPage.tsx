import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ImportSummary } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import type { Column } from '../../ui/table/table.ts'
import { count } from './figures.ts'
import classes from './imports.module.css'
import { importsAddress } from './imports-address.ts'
import { StateBadge } from './StateBadge.tsx'
import { useUploadCrumbs } from './upload-crumbs.ts'

/** `/dashboard/invoices/imports`: the files that one has uploaded in steps, and where each of them is. */
export const ImportsPage = () => {
  const { t } = useLingui()
  const list = useList(importsAddress, (query) => q(importSteps.list, { query }))
  const upload = (
    <Button component={Link} to={paths.createDocument} leftSection={<IconUpload size={16} aria-hidden />}>
      <Trans>Upload a file</Trans>
    </Button>
  )
  return (
    <ListPage
      title={t`My Uploads`}
      crumbs={useUploadCrumbs()}
      actions={upload}
      list={list}
      columns={useColumns()}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={<FileLink row={row} />}
          aside={<StateBadge state={row.state} />}
          quiet={
            <Trans>
              <Plural
                value={row.counts.documents}
                one="# document"
                other={`${count(row.counts.documents)} documents`}
              />
              , {count(row.counts.bad)} bad · <InstantText value={row.created_at} />
            </Trans>
          }
        />
      )}
      range={({ first, last, count: all }) => t`Showing ${first}–${last} of ${all} results`}
      empty={
        <EmptyState title={t`Nothing uploaded in steps yet.`} action={upload}>
          <Trans>
            A file that is checked before it is stored stays here, with all that you corrected in it.
          </Trans>
        </EmptyState>
      }
    />
  )
}

const FileLink = ({ row }: { row: ImportSummary }) => (
  <Link className={classes.file ?? ''} to={paths.import} params={{ id: row.id }}>
    {row.file_name}
  </Link>
)

const useColumns = (): Column<ImportSummary>[] => {
  const { t } = useLingui()
  const figure = (
    key: string,
    header: string,
    of: (row: ImportSummary) => number,
  ): Column<ImportSummary> => ({
    key,
    header,
    align: 'right',
    cell: (row) => count(of(row)),
  })
  return [
    {
      key: 'file_name',
      header: t`File`,
      cell: (row) => <FileLink row={row} />,
      full: (row) => row.file_name,
      width_max: 360,
    },
    { key: 'state', header: t`State`, cell: (row) => <StateBadge state={row.state} /> },
    figure('rows', t`Rows`, (row) => Math.max(row.rows_in_file, row.counts.rows)),
    figure('documents', t`Documents`, (row) => row.counts.documents),
    figure('bad', t`Bad`, (row) => row.counts.bad),
    figure('stored', t`Stored`, (row) => row.counts.stored + row.counts.already),
    { key: 'created_at', header: t`Uploaded`, cell: (row) => <InstantText value={row.created_at} /> },
    { key: 'modified_at', header: t`Last change`, cell: (row) => <InstantText value={row.modified_at} /> },
  ]
}
