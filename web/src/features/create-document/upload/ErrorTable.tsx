import { Trans, useLingui } from '@lingui/react/macro'
import type { ImportReply } from '#contract/imports.ts'
import { told } from '../../../i18n.ts'
import classes from './upload.module.css'

type Errors = ImportReply['errors']

/** What is wrong with the documents that were not taken; of a whole file it is plain sentences. */
export const ErrorTable = ({ errors }: { errors: Errors }) => {
  const { t } = useLingui()
  const plain = errors.flatMap(({ errors: told }) => (typeof told === 'string' ? [told] : []))
  const rows = errors.flatMap(({ errors: told }) => (typeof told === 'string' ? [] : told))
  return (
    <section className={classes.errors} aria-label={t`Errors`}>
      {plain.map((message) => (
        <p key={message}>{told(message)}</p>
      ))}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Invoice Number</Trans>
              </th>
              <th scope="col">
                <Trans>Type</Trans>
              </th>
              <th scope="col">
                <Trans>Details</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((error) => (
              <tr key={`${error.invoice_number} ${JSON.stringify(error.details)}`}>
                <td className={classes.number}>{error.invoice_number || '–'}</td>
                <td>{error.type}</td>
                <td>
                  <Details details={error.details} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const Details = ({ details }: { details: string | Record<string, string[]> }) =>
  typeof details === 'string' ? (
    told(details)
  ) : (
    <dl>
      {Object.entries(details).map(([field, messages]) => (
        <div key={field}>
          <dt>{told(field)}</dt>
          <dd>{messages.map(told).join(' ')}</dd>
        </div>
      ))}
    </dl>
  )
