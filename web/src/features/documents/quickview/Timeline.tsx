import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { isStatus } from '#domain/documents/lifecycle.ts'
import { InstantText } from '../../../ui/DateText.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { readable } from '../../../widgets/status-message/readable.ts'
import classes from './Timeline.module.css'

/** What happened to the document: when, by whom, where it led, why. The newest first. */
export const Timeline = ({ history }: { history: DocumentDetail['history'] }) => {
  const { t } = useLingui()
  return (
    <section aria-label={t`History`}>
      <h3 className={classes.title}>
        <Trans>History</Trans>
      </h3>
      <ol className={classes.line}>
        {history.toReversed().map((event) => (
          <li key={`${event.at} ${event.event} ${event.to_status}`}>
            <div className={classes.head}>
              {isStatus(event.to_status) ? <StatusBadge status={event.to_status} /> : event.to_status}
              <span className={classes.by}>{event.by}</span>
              <span className={classes.at}>
                <InstantText value={event.at} />
              </span>
            </div>
            {event.why && <p className={classes.why}>{whyOf(event)}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const whyOf = ({ to_status, why }: DocumentDetail['history'][number]) =>
  isStatus(to_status) ? readable({ status: to_status, status_message: why }) : why
