import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Switch } from '@mantine/core'
import type { Import, ImportRow } from '#contract/imports/shapes.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { LoadMore } from '../../../ui/list/LoadMore.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import shared from '../imports.module.css'
import classes from './check.module.css'
import { RowsTable } from './RowsTable.tsx'
import { type Corrections, useCorrect } from './use-correct.ts'
import { type Shown, useRows } from './use-rows.ts'

type Props = {
  upload: Import
  shown: Shown
  turn: number
  corrections: Corrections
  all_columns: boolean
  onAllColumns: (all: boolean) => void
}

/** The rows as they are now: what stands in a cell is written there, and judged at once. */
export const RowsCard = (props: Props) => {
  const { upload, shown, turn, corrections, all_columns, onAllColumns } = props
  const { t } = useLingui()
  const { last, unsent } = corrections
  const list = useRows(upload.id, { ...shown, turn, last })
  const correct = useCorrect(upload.id, corrections, list.put)
  // Elsewhere they would stand below every row of an old file.
  const rows = shown.show === 'warned' ? list.rows : list.rows?.map((row) => ({ ...row, warnings: [] }))
  const columns = all_columns ? upload.columns.map((_, at) => at) : columnsToLookAt(upload, rows ?? [])
  return (
    <Card
      title={t`Rows`}
      className={shared.table}
      aside={
        <Switch
          label={t`All columns`}
          checked={all_columns}
          onChange={(event) => onAllColumns(event.currentTarget.checked)}
        />
      }
    >
      <p className={shared.hint}>
        <Trans>
          Write into a cell, or paste a column from a spreadsheet. Enter and the arrows go to the next row;
          Escape takes back what is being typed.
        </Trans>
      </p>
      {unsent.size > 0 && <Unsent cells={unsent.size} onSend={() => correct([...unsent.values()])} />}
      {list.error && (
        <LoadError error={list.error} title={t`The rows could not be loaded.`} onRetry={list.retry} />
      )}
      {!rows && !list.error && <Skeleton height={240} m="md" />}
      {rows?.length === 0 && (
        <EmptyState title={shown.show === 'bad' ? t`Nothing is wrong here any more.` : t`No rows here.`} />
      )}
      {rows && rows.length > 0 && (
        <RowsTable
          {...{ upload, columns, rows, unsent }}
          dimmed={list.fetching}
          onCorrect={correct}
          put={list.put}
        />
      )}
      {list.more && <LoadMore {...list.more} />}
    </Card>
  )
}

/** What did not arrive, or was refused; it stands in its cells. */
const Unsent = ({ cells, onSend }: { cells: number; onSend: () => void }) => (
  <div className={classes.unsent}>
    <Notice
      tone="bad"
      title={
        <Plural
          value={cells}
          one="# correction is not written yet."
          other="# corrections are not written yet."
        />
      }
    >
      <Button variant="default" size="compact-sm" onClick={onSend}>
        <Trans>Send again</Trans>
      </Button>
    </Notice>
  </div>
)

/** By what a row is known again. */
const CONTEXT = ['customer.name']

/** The columns in which something is to be looked at, or was: a corrected cell stays where it is. */
const columnsToLookAt = ({ columns }: Import, rows: readonly ImportRow[]): number[] => {
  const touched = new Set(
    rows.flatMap(({ faults, warnings, edited }) => [
      ...edited,
      ...[...faults, ...warnings].map(({ column }) => column),
    ]),
  )
  return columns.flatMap(({ field }, at) => (touched.has(at) || CONTEXT.includes(field ?? '') ? [at] : []))
}
