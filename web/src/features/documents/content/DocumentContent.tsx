import { useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { warningsOf } from '#domain/checks/all.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { useProfile } from '../../../session/session.ts'
import { Notice } from '../../../ui/Notice.tsx'
import classes from './DocumentContent.module.css'
import { HeaderFacts } from './HeaderFacts.tsx'
import { Lines } from './Lines.tsx'
import { PartyFacts } from './PartyFacts.tsx'
import { Totals } from './Totals.tsx'

/** The whole document, as somebody reads it who must decide on it: type, parties, header, lines, totals. */
export const DocumentContent = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { sender_entities } = useProfile()
  const logo = sender_entities.find((entity) => entity.entity_code === document.sender_entity_code)?.image
  const { sender, customer, invoice_type } = document
  // In self-billed documents the issuer is the buyer.
  const [supplier, buyer] = isSelfBilled(invoice_type) ? [customer, sender] : [sender, customer]
  return (
    <div className={classes.paper}>
      {document.status === 'Pending Approval' && <Warnings document={document} />}
      <div className={classes.head}>
        <p className={classes.type}>
          {document.invoice_type_description} <small>{invoice_type}</small>
        </p>
        {logo && <img src={logo} alt="" className={classes.logo} />}
      </div>
      <div className={classes.parties}>
        <PartyFacts title={t`Supplier`} party={supplier} />
        <PartyFacts title={t`Buyer`} party={buyer} />
      </div>
      <HeaderFacts document={document} />
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
        <p key={message} className={classes.warning}>
          {message}
        </p>
      ))}
    </Notice>
  )
}
