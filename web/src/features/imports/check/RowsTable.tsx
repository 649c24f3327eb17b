import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Import, ImportRow } from '#contract/imports/shapes.ts'
import { told } from '../../../i18n.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { fieldWords } from '../field-words.ts'
import { count } from '../figures.ts'
import shared from '../imports.module.css'
import { Cell } from './Cell.tsx'
import classes from './check.module.css'
import { DropButton } from './DropButton.tsx'
import { moveByKey } from './move-by-key.ts'
import { type CellEdit, type Corrections, placeOf } from './use-correct.ts'

type Props = {
  upload: Import
  /** The places of the columns that are shown. */
  columns: readonly number[]
  rows: readonly ImportRow[]
  unsent: Corrections['unsent']
  /** Others are on their way. */
  dimmed: boolean
  onCorrect: (cells: CellEdit[]) => void
  put: (rows: ImportRow[]) => void
}

/** Rows of the file as a table of fields; those of a document stand together. */
export const RowsTable = ({ upload, columns, rows, unsent, dimmed, onCorrect, put }: Props) => {
  const { t } = useLingui()
  const table = useRef<HTMLTableElement>(null)
  const paste = (row: number, column: number, cells: readonly (readonly string[])[]) => {
    const [top, left] = [rows.findIndex((one) => one.row === row), columns.indexOf(column)]
    const edits = cells.flatMap((line, down) =>
      line.flatMap((value, right): CellEdit[] => {
        const [at, of] = [rows[top + down], columns[left + right]]
        return at && of !== undefined ? [{ row: at.row, column: of, value }] : []
      }),
    )
    onCorrect(edits)
    const [written, all] = [edits.length, cells.flat().length].map(count)
    if (written !== all) {
      toastBad(
        t`Only ${written} of ${all} pasted cells have a row and a column here; the others were left out.`,
      )
    }
  }
  return (
    <section className={classes.scroll} data-dimmed={dimmed || undefined} aria-label={t`Rows of the file`}>
      <table className={classes.rows} ref={table} onKeyDown={(event) => moveByKey(event, table.current)}>
        <Head {...{ upload, columns }} />
        <tbody>
          {rows.map((row, at) => (
            <tr
              key={row.row}
              data-row={row.row}
              data-state={row.document_state}
              data-first={isFirst(rows, at)}
            >
              <th scope="row" className={classes.rowHead}>
                <span className="figures">{row.row}</span>
                <span className={classes.numberOf}>{row.invoice_number}</span>
              </th>
              {columns.map((column) => (
                <Cell
                  key={column}
                  {...{ row, column }}
                  unsent={unsent.get(placeOf({ row: row.row, column }))?.value}
                  heading={upload.columns[column]?.heading ?? ''}
                  onWrite={(value) => onCorrect([{ row: row.row, column, value }])}
                  onPaste={(cells) => paste(row.row, column, cells)}
                />
              ))}
              <td className={classes.document}>
                <Elsewhere {...{ row, columns }} />
                {isFirst(rows, at) && <DropButton {...{ upload, row, rows, put }} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Head = ({ upload, columns }: Pick<Props, 'upload' | 'columns'>) => (
  <thead>
    <tr>
      <th scope="col" className={classes.rowHead}>
        <Trans>Row</Trans>
      </th>
      {columns.map((at) => (
        <th scope="col" key={at}>
          {upload.columns[at]?.heading}
          <span className={classes.meant}>{fieldWords(upload.columns[at]?.field ?? '')}</span>
        </th>
      ))}
      <th scope="col">
        <Trans>Document</Trans>
      </th>
    </tr>
  </thead>
)

const isFirst = (rows: readonly ImportRow[], at: number) => rows[at - 1]?.document !== rows[at]?.document

/** What no cell of the table can say: of the whole document, or of a column that the file lacks. */
const Elsewhere = ({ row, columns }: { row: ImportRow; columns: readonly number[] }) => {
  const { t } = useLingui()
  const { faults, warnings, edited } = row
  if (faults.length + warnings.length === 0)
    return edited.length > 0 ? <span className={shared.good}>{t`Good now`}</span> : null
  return (
    <>
      <Told of={faults} {...{ columns }} />
      <Told of={warnings} {...{ columns }} quiet />
    </>
  )
}

type ToldProps = { of: ImportRow['faults']; columns: readonly number[]; quiet?: true }

const Told = ({ of, columns, quiet }: ToldProps) => {
  const elsewhere = of.filter(({ column }) => column === null || !columns.includes(column))
  if (elsewhere.length === 0) return null
  return (
    <ul className={classes.elsewhere} data-quiet={quiet}>
      {elsewhere.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          {fieldWords(field)}: {told(message)}
        </li>
      ))}
    </ul>
  )
}
