import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { own } from '#codes/own.ts'
import type { Problem, Tampering, Verdict as Verified } from '#contract/logs/chain.ts'
import { told } from '../../i18n.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './audit-chain.module.css'

/** What came of a verification, in words. */
export const Verdict = ({ verdict: { checked, first_problem } }: { verdict: Verified }) => {
  const { t } = useLingui()
  if (first_problem) return <FirstProblem problem={first_problem} />
  return (
    <Notice tone={checked.anchors > 0 ? 'good' : 'waiting'} title={t`Intact`}>
      <p className={classes.line}>
        <Plural
          value={checked.records}
          one="One record is exactly as it was written."
          other="All # records are exactly as they were written."
        />
      </p>
      <p className={classes.line}>
        {checked.anchors > 0 ? (
          <Plural value={checked.anchors} one="They fit the anchor." other="They fit all # anchors." />
        ) : (
          <Trans>There is no anchor on this machine: nobody can tell whether all was written anew.</Trans>
        )}
      </p>
    </Notice>
  )
}

const WHAT: Record<Tampering, MessageDescriptor> = {
  altered: msg`Altered`,
  removed: msg`Removed`,
  inserted: msg`Inserted`,
  reordered: msg`Moved`,
  truncated: msg`Cut off`,
  rewritten: msg`Written anew`,
}

const PLACES: Readonly<Record<string, MessageDescriptor>> = {
  audit_events: msg`Audit log`,
  document_history: msg`History of documents`,
  authority_answers: msg`Answers of LHDN`,
  submissions: msg`Submission`,
  attempts: msg`Copy that was sent`,
  cancellations: msg`Cancellation`,
  chain_links: msg`Link of the chain`,
  chain_ends: msg`End of a chain`,
  anchor: msg`Anchor`,
}

const FirstProblem = ({ problem: { chain: id, name, kind, id: row, what, why } }: { problem: Problem }) => {
  const { t, i18n } = useLingui()
  const place = own(PLACES, kind)
  return (
    <Notice tone="bad" title={t`Not intact`}>
      <p className={classes.line}>{told(why)}</p>
      <Facts
        layout="list"
        facts={[
          [t`What happened`, i18n._(WHAT[what])],
          [t`Where`, place ? i18n._(place) : kind],
          [t`Row`, row],
          [t`Company`, id === 'installation' ? t`The installation` : name || id],
        ]}
      />
      <p className={classes.line}>
        <Trans>
          This is the first. Keep a copy of the database and of the anchors before anything is mended.
        </Trans>
      </p>
    </Notice>
  )
}
