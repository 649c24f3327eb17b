import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { own } from '#codes/own.ts'
import { ROWS_TOLD_MAX } from '#contract/imports/books.ts'
import { told } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PlainTable } from '../../ui/table/PlainTable.tsx'
import { writtenOtherwise } from '../written-otherwise.ts'
import type { Book, BookAnswer } from './book.ts'
import classes from './bring-in.module.css'

type Props = { book: Book; reply: BookAnswer }

/** How much of a file is added, or would be, and why not the rest. */
export const ImportOutcome = ({ book, reply }: Props) => {
  const { t } = useLingui()
  const { check_only, added, skipped, refused, notes, changes } = reply
  const tone = refused > 0 ? (added > 0 ? 'waiting' : 'bad') : 'good'
  const title = check_only ? book.words.canBeAdded(added) : book.words.wereAdded(added)
  const words = t`Written otherwise than in the file`
  const otherwise = writtenOtherwise(changes, { words, nameOf: book.labelOf })
  return (
    <>
      <Notice tone={tone} title={title}>
        <ul className={classes.counts}>
          {skipped > 0 && (
            <li>
              {plural(skipped, {
                one: '# is there already and stays as it is',
                other: '# are there already and stay as they are',
              })}
            </li>
          )}
          {refused > 0 && (
            <li>{plural(refused, { one: '# row has errors', other: '# rows have errors' })}</li>
          )}
          {check_only && <li>{t`Nothing is stored yet`}</li>}
        </ul>
      </Notice>
      {[...notes.map((note) => told(note)), ...otherwise].map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      {reply.errors.length > 0 && <Errors {...{ book, reply }} />}
      {reply.errors.length >= ROWS_TOLD_MAX && (
        <Text size="sm" c="var(--quiet)">
          <Trans>
            Only the first {ROWS_TOLD_MAX} errors are listed. The file of rows to correct has all.
          </Trans>
        </Text>
      )}
      {reply.there_already.length > 0 && <ThereAlready {...{ book, reply }} />}
    </>
  )
}

const Errors = ({ book, reply }: Props) => {
  const { t } = useLingui()
  return (
    <PlainTable
      label={t`Errors`}
      columns={[
        { header: t`Row`, cell: ({ row }) => row },
        { header: t`Field`, cell: ({ field }) => book.labelOf(field) },
        { header: t`What is wrong`, cell: ({ message }) => told(message) },
      ]}
      rows={reply.errors}
      keyOf={({ row, field, message }) => `${row} ${field} ${message}`}
    />
  )
}

/** One that is there already, whatever it is of. */
type There = Readonly<Record<string, string | number | null>> & { row: number; same_as: number | null }

const ThereAlready = ({ book, reply }: Props) => {
  const { t } = useLingui()
  const rows: readonly There[] = reply.there_already
  const columns = book.there.map(({ field, header, write = String }, at) => ({
    header,
    cell: (row: There) => {
      const [name, { same_as }] = [write(String(own(row, field) ?? '')), row]
      return at === 0 && same_as !== null ? t`${name} (row ${same_as} of this file)` : name
    },
  }))
  return (
    <details>
      <summary>{book.words.there}</summary>
      <PlainTable
        label={book.words.there}
        columns={[{ header: t`Row`, cell: ({ row }: There) => row }, ...columns]}
        rows={rows}
        keyOf={({ row }) => String(row)}
      />
      {rows.length < reply.skipped && (
        <Text size="sm" c="var(--quiet)">
          <Trans>Only the first {ROWS_TOLD_MAX} are listed.</Trans>
        </Text>
      )}
    </details>
  )
}
