import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { own } from '#codes/own.ts'
import { type CustomerImport, ROWS_TOLD_MAX } from '#contract/customers.ts'
import { told } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { partyLabel } from '../../../widgets/party/labels.ts'
import { writtenOtherwise } from '../../../widgets/written-otherwise.ts'
import classes from './bring-in.module.css'

/** How many customers of a file are added, or would be, and why not the others. */
export const ImportOutcome = ({ reply }: { reply: CustomerImport }) => {
  const { t } = useLingui()
  const { check_only, added, skipped, refused, notes, changes } = reply
  const tone = refused > 0 ? (added > 0 ? 'waiting' : 'bad') : 'good'
  const title = check_only
    ? plural(added, { one: '# customer can be added', other: '# customers can be added' })
    : plural(added, { one: '# customer was added', other: '# customers were added' })
  const words = t`Written otherwise than in the file`
  const otherwise = writtenOtherwise(changes, { words, nameOf: labelOf })
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
      {reply.errors.length > 0 && <Errors errors={reply.errors} />}
      {reply.errors.length >= ROWS_TOLD_MAX && (
        <Text size="sm" c="var(--quiet)">
          <Trans>
            Only the first {ROWS_TOLD_MAX} errors are listed. The file of rows to correct has all.
          </Trans>
        </Text>
      )}
      {reply.there_already.length > 0 && (
        <ThereAlready rows={reply.there_already} cut={reply.there_already.length < skipped} />
      )}
    </>
  )
}

const OTHERS: Readonly<Record<string, MessageDescriptor>> = {
  contact_person: msg`Contact Person`,
  contact_reference: msg`Contact Reference`,
  bank_number: msg`Bank Account Number`,
  is_supplier: msg`Is a supplier too (for self-billed documents)`,
}

/** What the form calls a field; a column without a heading is named by its letter. */
const labelOf = (field: string): string => {
  const label = partyLabel(field) ?? own<MessageDescriptor>(OTHERS, field)
  return label ? i18n._(label) : field
}

const Errors = ({ errors }: Pick<CustomerImport, 'errors'>) => {
  const { t } = useLingui()
  return (
    <section className={classes.rows} aria-label={t`Errors`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Row`}</th>
            <th scope="col">{t`Field`}</th>
            <th scope="col">{t`What is wrong`}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ row, field, message }) => (
            <tr key={`${row} ${field} ${message}`}>
              <td>{row}</td>
              <td>{labelOf(field)}</td>
              <td>{told(message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type ThereProps = { rows: CustomerImport['there_already']; cut: boolean }

const ThereAlready = ({ rows, cut }: ThereProps) => {
  const { t } = useLingui()
  return (
    <details>
      <summary>
        <Trans>Who is there already</Trans>
      </summary>
      <section className={classes.rows} aria-label={t`Who is there already`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Row`}</th>
              <th scope="col">{t`Name`}</th>
              <th scope="col">{t`Identity number`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, name, identity_number, same_as }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{same_as === null ? name : t`${name} (row ${same_as} of this file)`}</td>
                <td>{identity_number}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {cut && (
        <Text size="sm" c="var(--quiet)">
          <Trans>Only the first {ROWS_TOLD_MAX} are listed.</Trans>
        </Text>
      )}
    </details>
  )
}
