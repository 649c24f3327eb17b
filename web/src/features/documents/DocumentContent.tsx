import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { warningsOf } from '#domain/checks/all.ts'
import { formatAmount } from '#domain/money/format.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { useProfile } from '../../session/session.ts'
import { DateText } from '../../ui/DateText.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './DocumentContent.module.css'

/** The document itself, as somebody reads it who must decide on it: parties, lines, totals. */
export const DocumentContent = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { sender_entities } = useProfile()
  const logo = sender_entities.find((entity) => entity.entity_code === document.sender_entity_code)?.image
  return (
    <div className={classes.paper}>
      {document.status === 'Pending Approval' && <Warnings document={document} />}
      {logo && <img src={logo} alt="" className={classes.logo} />}
      <div className={classes.parties}>
        <Party title={t`Supplier`} party={document.sender} />
        <Party title={t`Buyer`} party={document.customer} />
      </div>
      <Header document={document} />
      <Lines document={document} />
      <Totals document={document} />
    </div>
  )
}

/** What the checks warn of, for who decides on the document. */
const Warnings = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const warnings = warningsOf(document, { today: malaysianDate(new Date()) })
  if (warnings.length === 0) return null
  return (
    <Notice tone="waiting" title={t`Please look at this before you approve`}>
      {[...new Set(warnings.map(({ message }) => message))].map((message) => (
        <p key={message} className={classes.small}>
          {message}
        </p>
      ))}
    </Notice>
  )
}

const Party = ({ title, party }: { title: string; party: DocumentDetail['sender'] }) => (
  <section>
    <h3 className={classes.role}>{title}</h3>
    <p className={classes.name}>{party.name}</p>
    <p className={classes.small}>
      <Trans>TIN</Trans> {party.tin_no} · {party.identity_type} {party.identity_number}
    </p>
    <p className={classes.small}>
      {[party.address1, party.address2, party.address3, `${party.zipcode} ${party.city}`, party.state_display]
        .filter((part) => part.trim() !== '')
        .join(', ')}
    </p>
  </section>
)

const Header = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const facts: [string, React.ReactNode][] = [
    [t`Department Code`, document.sender_store_code],
    [t`Issue Date`, <DateText key="date" value={document.invoice_date} />],
    [t`Due date`, document.payment_due_date && <DateText key="due" value={document.payment_due_date} />],
    [t`Contract number`, document.contract_number],
    [t`Agent number`, document.agent_number],
    [t`Original document`, document.original_inv_number],
    [t`Original LHDN UUID`, document.original_inv_ref_number],
    [t`Exchange rate`, document.invoice_currency !== 'MYR' && document.currency_exchange_rate],
    [t`Remarks`, document.document_remarks],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const Lines = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroll} aria-label={t`Items`} tabIndex={0}>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{t`Description`}</th>
            <th scope="col">{t`Quantity`}</th>
            <th scope="col">{t`Unit Price`}</th>
            <th scope="col">{t`Discount`}</th>
            <th scope="col">{t`Tax`}</th>
            <th scope="col">{t`Amount`}</th>
          </tr>
        </thead>
        <tbody>
          {document.items.map((line) => (
            <tr key={line.id}>
              <td>
                {line.item_description} <small>{line.classification}</small>
              </td>
              <td>
                {line.quantity} {line.unit_of_measurement}
              </td>
              <td>{unitPrice(line.unit_price)}</td>
              <td>{formatAmount(line.discount_amount)}</td>
              <td>
                {formatAmount(line.tax_amount)} <small>{line.tax_type}</small>
              </td>
              <td>{formatAmount(line.total_excluding_tax)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** At least 2 places; as many more as were entered. */
const unitPrice = (value: string) => ((value.split('.')[1]?.length ?? 0) > 2 ? value : formatAmount(value))

const Totals = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const rows: [string, string][] = [
    [t`Total excluding tax`, document.total_excluding_tax],
    [t`Discount`, document.total_discount_value],
    [t`Tax`, document.total_tax_amount],
    [t`Total including tax`, document.total_including_tax],
    [t`Rounding`, document.rounding_amount],
    [t`Prepayment`, document.prepayment_amount],
  ]
  return (
    <dl className={classes.totals}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatAmount(value)}</dd>
        </div>
      ))}
      <div className={classes.payable}>
        <dt>
          <Trans>Total payable</Trans>
        </dt>
        <dd>
          <Money currency={document.invoice_currency} value={document.total_payable_amount} />
        </dd>
      </div>
    </dl>
  )
}
