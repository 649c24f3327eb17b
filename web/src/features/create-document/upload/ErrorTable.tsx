import { useLingui } from '@lingui/react/macro'
import type { ImportReply } from '#contract/imports.ts'
import { told } from '../../../i18n.ts'
import { type PlainColumn, PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './upload.module.css'

type Errors = ImportReply['errors']
type ErrorRow = Exclude<Errors[number]['errors'], string>[number]

/** What is wrong with the documents that were not taken; of a whole file it is plain sentences. */
export const ErrorTable = ({ errors }: { errors: Errors }) => {
  const { t } = useLingui()
  const plain = errors.flatMap(({ errors: told }) => (typeof told === 'string' ? [told] : []))
  const rows = errors.flatMap(({ errors: told }) => (typeof told === 'string' ? [] : told))
  const columns: PlainColumn<ErrorRow>[] = [
    {
      header: t`Invoice Number`,
      cell: ({ invoice_number }) => <span className={classes.number}>{invoice_number || '–'}</span>,
    },
    { header: t`Type`, cell: ({ type }) => type },
    { header: t`Details`, cell: ({ details }) => <Details details={details} /> },
  ]
  return (
    <PlainTable
      label={t`Errors`}
      columns={columns}
      rows={rows}
      keyOf={({ invoice_number, details }) => `${invoice_number} ${JSON.stringify(details)}`}
    >
      {plain.map((message) => (
        <p key={message} className={classes.sentence}>
          {told(message)}
        </p>
      ))}
    </PlainTable>
  )
}

const Details = ({ details }: Pick<ErrorRow, 'details'>) =>
  typeof details === 'string' ? (
    told(details)
  ) : (
    <dl className={classes.details}>
      {Object.entries(details).map(([field, messages]) => (
        <div key={field}>
          <dt>{told(field)}</dt>
          <dd>{messages.map(told).join(' ')}</dd>
        </div>
      ))}
    </dl>
  )
