import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { isOtherDay } from '#domain/documents/issue.ts'
import { CopyText } from '../../../ui/copy/CopyText.tsx'
import { DateText } from '../../../ui/DateText.tsx'
import { Money } from '../../../ui/Money.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { EnvironmentWord } from '../../../widgets/EnvironmentMark.tsx'
import { Corrections } from '../content/Corrections.tsx'
import { DocumentContent } from '../content/DocumentContent.tsx'
import { Edits } from '../content/Edits.tsx'
import { Logo } from '../content/Logo.tsx'
import { CancelWindow } from './CancelWindow.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import classes from './InvoiceDetails.module.css'
import { QrCode } from './QrCode.tsx'
import { Reasons } from './Reasons.tsx'
import { RejectRequest } from './RejectRequest.tsx'
import { Technical } from './Technical.tsx'
import { Timeline } from './Timeline.tsx'
import { UnknownNote } from './UnknownNote.tsx'
import { UnsettledCancellation } from './UnsettledCancellation.tsx'
import { headingOf } from './whose-words.ts'

type Props = { document: DocumentDetail }

/** What the quickview says of one document, most asked for first. */
export const InvoiceDetails = ({ document }: Props) => {
  const { t } = useLingui()
  const { lhdn, file_archive } = document
  const heading = headingOf(document)
  return (
    <div className={classes.details}>
      <Head document={document} />
      <OtherParty document={document} />

      <RejectRequest document={document} />
      <UnsettledCancellation document={document} />
      <Corrections document={document} />
      {document.status === 'Outcome Unknown' && (
        <UnknownNote invoice_number={document.invoice_number} attempts={document.attempts} />
      )}
      <DocumentActions key={document.uuid} document={document} />

      <section className={classes.response} aria-label={heading}>
        <div>
          <h3 className={classes.label}>{heading}</h3>
          <div className={classes.messages} aria-live="polite">
            <Reasons document={document} />
          </div>
          {file_archive && (
            <p className={classes.links}>
              <FileLink href={file_archive.inputfile_url}>{t`Original Data`}</FileLink>
              <FileLink href={file_archive.xml_url}>{t`LHDN UBL 2.1 XML`}</FileLink>
            </p>
          )}
        </div>
        {document.status === 'Validated' && lhdn?.validation_url && <QrCode url={lhdn.validation_url} />}
      </section>

      <CancelWindow document={document} />

      <section aria-label={t`Document content`}>
        <DocumentContent document={document} lines_first />
      </section>
      <Edits document={document} />
      <Timeline history={document.history} />
      <Technical document={document} />
    </div>
  )
}

const Head = ({ document }: Props) => {
  const { t } = useLingui()
  return (
    <div className={classes.head}>
      <div>
        <Logo document={document} />
        <h2 className={classes.number}>{document.invoice_number}</h2>
        <p className={classes.quiet}>
          {document.invoice_type} {document.invoice_type_description}
          {!hasTwoDates(document) && (
            <>
              {' · '}
              <DateText value={document.invoice_date} />
            </>
          )}
        </p>
        <p key={document.uuid} className={classes.uuid}>
          <Trans>Internal UUID</Trans>
          <CopyText name={t`Internal UUID`} text={document.uuid} />
        </p>
      </div>
      <div className={classes.right}>
        <span className={classes.total}>
          <Money currency={document.invoice_currency} value={document.total_payable_amount} />
        </span>
        <StatusBadge status={document.status} />
        <EnvironmentWord environment={document.environment} />
      </div>
    </div>
  )
}

/** Whether LHDN's record bears another day than the clerk gave: then both are named, among the facts. */
const hasTwoDates = ({ invoice_date, lhdn }: DocumentDetail) =>
  lhdn?.issued_at ? isOtherDay(invoice_date, new Date(lhdn.issued_at)) : false

/** Whom the document is about, first of all: the buyer, or the supplier of one that the buyer issues. */
const OtherParty = ({ document: { customer, invoice_type } }: Props) => {
  const { t } = useLingui()
  return (
    <div className={classes.buyer}>
      <p className={classes.label}>{isSelfBilled(invoice_type) ? t`Supplier` : t`Buyer`}</p>
      <p className={classes.name}>{customer.name}</p>
      <p className={classes.quiet}>
        {t`TIN`} {customer.tin_no} · {customer.identity_type} {customer.identity_number}
      </p>
    </div>
  )
}

const FileLink = ({ href, children }: { href: string; children: ReactNode }) =>
  href && (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <IconArrowUpRight size={14} aria-hidden />
    </a>
  )
