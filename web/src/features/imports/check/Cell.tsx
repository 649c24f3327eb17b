import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import type { ImportRow } from '#contract/imports/shapes.ts'
import { CELL_CHARS_MAX } from '#domain/imports/cells.ts'
import { told } from '../../../i18n.ts'
import { pastedCells } from '../../../widgets/entry/pasted-cells.ts'
import { selectOnEntry } from '../../../widgets/entry/select-on-entry.ts'
import shared from '../imports.module.css'
import classes from './check.module.css'

type Props = {
  row: ImportRow
  column: number
  /** What was typed and did not arrive, or was refused. */
  unsent: string | undefined
  heading: string
  onWrite: (value: string) => void
  onPaste: (cells: string[][]) => void
}

/** One cell of the file: what is written there is sent when it is left, and what is told of it stands beneath. */
export const Cell = ({ row, column, unsent, heading, onWrite, onPaste }: Props) => {
  const { t } = useLingui()
  const value = row.cells[column] ?? ''
  const written = unsent ?? value
  // What was typed holds while somebody is at it, and then until the server's answer has another value there.
  const [typed, setTyped] = useState<{ over: string; text: string; left?: true }>()
  // It goes for good: where the former value comes back, as by Undo, nobody typed over that one.
  if (typed?.left && typed.over !== value) setTyped(undefined)
  const shown = typed?.text ?? written
  const fault = wordsAt(row.faults, column)
  // A document with faults has no warnings.
  const judged = fault || wordsAt(row.warnings, column)
  const said = unsent === undefined ? judged : t`Not written yet.`
  const said_id = `said-${row.row}-${column}`
  const leave = () => {
    if (typed) setTyped({ over: value, text: typed.text, left: true })
    if (shown !== value || unsent !== undefined) onWrite(shown)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || shown === written) return
    event.stopPropagation()
    setTyped(undefined)
  }
  return (
    <td data-edited={row.edited.includes(column) || undefined}>
      <input
        {...selectOnEntry}
        className={classes.cell}
        aria-label={t`${heading}, row ${row.row}`}
        aria-invalid={fault !== ''}
        data-warned={(fault === '' && said !== '') || undefined}
        {...(said !== '' && { 'aria-describedby': said_id })}
        data-cell={column}
        autoComplete="off"
        spellCheck={false}
        maxLength={CELL_CHARS_MAX}
        disabled={row.document_state === 'dropped'}
        title={shown}
        value={shown}
        onChange={(event) => setTyped({ over: value, text: event.currentTarget.value })}
        onBlur={leave}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const cells = pastedCells(event.clipboardData.getData('text/plain'))
          if (!cells) return
          event.preventDefault()
          setTyped(undefined)
          onPaste(cells)
        }}
      />
      {said !== '' && (
        <p id={said_id} className={fault ? shared.fault : shared.warning}>
          {said}
        </p>
      )}
    </td>
  )
}

const wordsAt = (all: ImportRow['faults'], column: number): string =>
  all
    .filter((one) => one.column === column)
    .map(({ message }) => told(message))
    .join(' ')
