import { Trans, useLingui } from '@lingui/react/macro'
import type { ImportColumn } from '#contract/imports/shapes.ts'
import { letterOf } from '#domain/imports/headings.ts'
import { SearchCell } from '../../../widgets/search-select/SearchCell.tsx'
import { columnOptions } from '../field-words.ts'
import shared from '../imports.module.css'
import { MATCH_WORDS } from '../look.ts'
import classes from './match.module.css'
import { type Chosen, doubles } from './match.ts'

type Props = {
  columns: readonly ImportColumn[]
  chosen: Chosen
  /** What was typed of a column and is no field, which stays there with an error. */
  unread: ReadonlyMap<number, string>
  onChoose: (at: number, field: string | null) => void
  onUnread: (at: number, typed: string) => void
}

/** Each column with its first values, and the field that it is. */
export const MatchTable = ({ columns, chosen, unread, onChoose, onUnread }: Props) => {
  const others = doubles(chosen)
  const options = columnOptions()
  return (
    <table className={classes.match}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Column of the file</Trans>
          </th>
          <th scope="col">
            <Trans>First values</Trans>
          </th>
          <th scope="col">
            <Trans>Field</Trans>
          </th>
          <th scope="col">
            <Trans>How it was found</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, headings may be alike
            key={at}
            {...{ column, at, options, other: others[at], field: chosen[at] ?? null }}
            unread={unread.has(at)}
            onChoose={(field) => onChoose(at, field)}
            onUnread={(typed) => onUnread(at, typed)}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  column: ImportColumn
  at: number
  field: string | null
  options: ReturnType<typeof columnOptions>
  /** The column that is the same field. */
  other: number | undefined
  unread: boolean
  onChoose: (field: string | null) => void
  onUnread: (typed: string) => void
}

const Row = ({ column, at, field, options, other, unread, onChoose, onUnread }: RowProps) => {
  const { t, i18n } = useLingui()
  const letter = letterOf(at)
  const other_letter = other === undefined ? '' : letterOf(other)
  const match = field === column.field ? column.match : field === null ? 'none' : 'chosen'
  const fault_id = `fault-${at}`
  const faulty = unread || other !== undefined
  return (
    <tr data-left-out={(field === null && !unread) || undefined}>
      <th scope="row">
        <span className={classes.letter}>{letter}</span>
        {column.heading || <span className={shared.quiet}>{t`without heading`}</span>}
      </th>
      <td>
        <ul className={classes.samples}>
          {column.samples.map((sample) => (
            <li key={sample}>{sample}</li>
          ))}
          {column.samples.length === 0 && <li className={shared.quiet}>{t`empty`}</li>}
        </ul>
      </td>
      <td>
        <SearchCell
          id={`field-${at}`}
          label={t`Field of column ${letter}, ${column.heading}`}
          cell="field"
          className={classes.field}
          placeholder={t`Leave out`}
          options={options}
          value={field ?? ''}
          onChoose={({ value }) => onChoose(value)}
          onClear={() => onChoose(null)}
          onUnread={onUnread}
          {...(faulty && { error: fault_id, described_by: fault_id })}
        />
        {faulty && (
          <p id={fault_id} className={shared.fault}>
            {unread ? t`Please choose from the list.` : t`Column ${other_letter} is this field too.`}
          </p>
        )}
      </td>
      <td>
        {!unread && (
          <span className={classes.how} data-match={match}>
            {i18n._(MATCH_WORDS[match])}
          </span>
        )}
      </td>
    </tr>
  )
}
