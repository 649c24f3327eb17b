import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState } from 'react'
import { isZero } from '#domain/money/decimal.ts'
import { LINE_LABELS } from '../../../widgets/document-labels.ts'
import { CHARS_TAKEN_MAX } from '../../../widgets/entry/room.ts'
import { selectOnEntry } from '../../../widgets/entry/select-on-entry.ts'
import type { Option } from '../../../widgets/search-select/match.ts'
import { SearchCell } from '../../../widgets/search-select/SearchCell.tsx'
import { readNumber, tidyNumber } from '../form/numbers.ts'
import { type FormLine, type LineField, PRECISION } from '../form/state.ts'
import { fieldId, useOpenForm } from '../form-context.ts'
import { useNumberField } from '../number-field.ts'
import classes from './items.module.css'

export type LineErrors = Readonly<Partial<Record<LineField, string>>>

export type CellProps = { line: FormLine; position: number; errors: LineErrors; field: LineField }

/** What every cell of a line shares. The accessible name says the line, since headings do not reach that far. */
const useCell = ({ line, position, errors, field }: CellProps) => {
  const { t, i18n } = useLingui()
  const { store } = useOpenForm()
  const name = i18n._(LINE_LABELS[field])
  const row = position + 1
  return {
    set: (text: string) => store.setLine(line.id, field, text),
    value: line[field],
    id: fieldId(`items.${line.id}.${field}`),
    label: t`${name}, line ${row}`,
    error: errors[field],
    described_by: errors[field] ? errorsId(line.id) : undefined,
  }
}

export const errorsId = (line_id: string) => `errors-${line_id}`

/** A figure: right-aligned, with separators except while it is typed, and wholly selected on entry. */
export const NumberCell = (props: CellProps) => {
  const { set, value, id, label, error, described_by } = useCell(props)
  const [typing, setTyping] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const key = `items.${props.line.id}.${props.field}`
  const figure = useNumberField({ key, field: props.field, value, set })
  // Only now does the plain figure stand there; rendering it has undone any earlier selection.
  useLayoutEffect(() => {
    if (typing) input.current?.select()
  }, [typing])
  return (
    <input
      ref={input}
      id={id}
      className={`${classes.cell} ${classes.figure}`}
      aria-label={label}
      aria-invalid={Boolean(error)}
      aria-describedby={described_by}
      data-cell={props.field}
      data-zero={isZero(readNumber(value))}
      inputMode="decimal"
      aria-description={figure.description}
      // The arrows alone go from line to line.
      onKeyDown={(event) => event.altKey && figure.step(event)}
      autoComplete="off"
      maxLength={40}
      value={typing ? value : tidyNumber(value, PRECISION[props.field] ?? 'money')}
      {...selectOnEntry}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false)
        figure.leave()
      }}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

export const TextCell = (props: CellProps) => {
  const { set, value, id, label, error, described_by } = useCell(props)
  return (
    <input
      id={id}
      className={classes.cell}
      aria-label={label}
      aria-invalid={Boolean(error)}
      aria-describedby={described_by}
      data-cell={props.field}
      autoComplete="off"
      maxLength={CHARS_TAKEN_MAX}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

/** A code of a list. `short` shows only the code, where the column is narrow. */
export const CodeCell = ({
  options,
  short,
  ...props
}: CellProps & { options: Option[]; short?: boolean }) => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const { set, value, ...rest } = useCell(props)
  const leaveUnread = (text: string) => {
    set(text)
    store.complain(`items.${props.line.id}.${props.field}`, t`Please choose from the list.`)
  }
  return (
    <SearchCell
      {...rest}
      cell={props.field}
      className={classes.cell}
      options={options}
      value={value}
      opens_by_arrow
      shown={short ? value : undefined}
      onChoose={(option) => set(option.value)}
      onUnread={leaveUnread}
      onClear={() => set('')}
    />
  )
}

type DescriptionProps = Omit<CellProps, 'field'> & {
  saved: readonly Option[]
  onSaved: (line_id: string, item_id: string) => void
  onSearch: (typed: string) => void
}

/** The description in free words; the saved items that match are offered and fill the line. */
export const DescriptionCell = ({ saved, onSaved, onSearch, ...props }: DescriptionProps) => {
  const { t } = useLingui()
  const { set, value, ...rest } = useCell({ ...props, field: 'item_description' })
  return (
    <SearchCell
      {...rest}
      cell="item_description"
      className={classes.cell}
      placeholder={t`Describe, or search saved items`}
      options={saved}
      value={value}
      onType={(typed) => {
        set(typed)
        onSearch(typed)
      }}
      onChoose={(option) => onSaved(props.line.id, option.value)}
    />
  )
}
