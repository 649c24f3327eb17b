import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { CopyText } from '../../../ui/copy/CopyText.tsx'
import { InstantText } from '../../../ui/DateText.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import classes from './Technical.module.css'
import { useDocumentActs } from './use-document-acts.ts'

type Attempt = DocumentDetail['attempts'][number]

/** Ids, hashes and what was sent, when, and what came back: the evidence, folded away until somebody needs it. */
export const Technical = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { lhdn, attempts } = document
  return (
    <details className={classes.technical}>
      <summary>
        <Trans>Technical details</Trans>
      </summary>
      <div className={classes.facts}>
        <Facts
          layout="list"
          facts={[
            copied(t`LHDN UUID`, lhdn?.uuid),
            copied(t`Submission UID`, lhdn?.submission_uid),
            copied(t`Long id`, lhdn?.long_id),
          ]}
        />
        {attempts.length > 0 && <EvidenceHead key={document.uuid} document={document} />}
        {attempts.map((attempt) => (
          <AttemptFacts key={attempt.id} attempt={attempt} />
        ))}
      </div>
    </details>
  )
}

const EvidenceHead = ({ document }: { document: DocumentDetail }) => {
  const { evidence } = useDocumentActs(document)
  return (
    <Group justify="space-between" gap="xs">
      <h4 className={classes.title}>
        <Trans>Submission evidence ({document.attempts.length})</Trans>
      </h4>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={evidence.busy}
        onClick={evidence.run}
      >
        <Trans>Download evidence</Trans>
      </Button>
    </Group>
  )
}

const AttemptFacts = ({ attempt }: { attempt: Attempt }) => {
  const { t, i18n } = useLingui()
  return (
    <Facts
      layout="list"
      facts={[
        [t`Status`, i18n._(STATE_WORDS[attempt.state])],
        [t`Issued`, <InstantText key="issued" value={attempt.issued_at} />],
        [t`Sent`, attempt.sent_at && <InstantText value={attempt.sent_at} />],
        [t`Answered`, attempt.answered_at && <InstantText value={attempt.answered_at} />],
        copied(t`Document hash`, attempt.document_hash),
        copied(t`LHDN UUID`, attempt.authority_uuid),
        copied(t`Submission UID`, attempt.submission_uid),
        copied(t`Correlation id`, attempt.correlation_id),
        [t`Answer`, attempt.answer],
      ]}
    />
  )
}

/** Before the answer it is being sent, or the answer was never kept. */
const STATE_WORDS: Record<Attempt['state'], MessageDescriptor> = {
  intent: msg`Being sent`,
  accepted: msg`Accepted`,
  refused: msg`Refused`,
  unclear: msg`Outcome unknown`,
  not_sent: msg`Not sent`,
}

/** What LHDN’s support asks for, as a fact; none where there is nothing to copy. */
const copied = (name: string, text: string | undefined) =>
  [name, text && <CopyText name={name} text={text} />] as const
