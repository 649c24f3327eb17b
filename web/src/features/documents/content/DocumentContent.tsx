import { useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { warningsOf } from '#domain/checks/all.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { told } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { EnvironmentWord } from '../../../widgets/EnvironmentMark.tsx'
import classes from './DocumentContent.module.css'
import { HeaderFacts } from './HeaderFacts.tsx'
import { Lines } from './Lines.tsx'
import { Logo } from './Logo.tsx'
import { PartyFacts } from './PartyFacts.tsx'
import { Totals } from './Totals.tsx'

type Props = { document: DocumentDetail; lines_first?: true }

/**
 * The whole document, as somebody reads it who must decide on it: type, parties, header, lines, totals. `lines_first`
 * where what it is, whose and how much stands above it already.
 */
export const DocumentContent = ({ document, lines_first }: Props) => {
  const { t } = useLingui()
  const { sender, customer, invoice_type } = document
  // In self-billed documents the issuer is the buyer.
  const [supplier, buyer] = isSelfBilled(invoice_type) ? [customer, sender] : [sender, customer]
  const sums = (
    <>
      <Lines document={document} />
      <Totals document={document} />
    </>
  )
  return (
    <div className={classes.paper}>
      {document.status === 'Pending Approval' && <Warnings document={document} />}
      {lines_first ? sums : <Head document={document} />}
      <div className={classes.parties}>
        <PartyFacts title={t`Supplier`} party={supplier} />
        <PartyFacts title={t`Buyer`} party={buyer} />
      </div>
      <HeaderFacts document={document} />
      {!lines_first && sums}
    </div>
  )
}

const Head = ({ document }: Props) => (
  <div className={classes.head}>
    <p className={classes.type}>
      {document.invoice_type_description} <small>{document.invoice_type}</small>{' '}
      <EnvironmentWord environment={document.environment} />
    </p>
    <Logo document={document} />
  </div>
)

/** What the checks warn of, for who decides on the document. */
const Warnings = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const warnings = warningsOf(document, { today: malaysianDate(new Date()) })
  if (warnings.length === 0) return null
  return (
    <Notice tone="waiting" title={t`Please look at this before you approve`}>
      {[...new Set(warnings.map(({ message }) => message))].map((message) => (
        <p key={message} className={classes.warning}>
          {told(message)}
        </p>
      ))}
    </Notice>
  )
}
