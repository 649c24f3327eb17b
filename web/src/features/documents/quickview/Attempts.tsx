import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { InstantText } from '../../../ui/DateText.tsx'
import classes from './InvoiceDetails.module.css'
import { useDocumentActs } from './use-document-acts.ts'

/** What was sent, when, and what came back: the evidence, folded away until somebody needs it. */
export const Attempts = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { evidence } = useDocumentActs(document)
  const { attempts } = document
  if (attempts.length === 0) return null
  return (
    <div className={classes.evidence}>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.download}
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={evidence.busy}
        onClick={evidence.run}
      >
        <Trans>Download evidence</Trans>
      </Button>
      <details className={classes.fold}>
        <summary>
          <Trans>Submission evidence ({attempts.length})</Trans>
        </summary>
        {attempts.map((attempt) => (
          <dl key={attempt.id} className={classes.facts}>
            <dt>{t`State`}</dt>
            <dd>{attempt.state}</dd>
            <dt>{t`Issued`}</dt>
            <dd>
              <InstantText value={attempt.issued_at} />
            </dd>
            <dt>{t`Sent`}</dt>
            <dd>
              <InstantText value={attempt.sent_at} />
            </dd>
            <dt>{t`Answered`}</dt>
            <dd>
              <InstantText value={attempt.answered_at} />
            </dd>
            <dt>{t`Document hash`}</dt>
            <dd>{attempt.document_hash}</dd>
            <dt>{t`LHDN UUID`}</dt>
            <dd>{attempt.authority_uuid || '–'}</dd>
            <dt>{t`Submission UID`}</dt>
            <dd>{attempt.submission_uid || '–'}</dd>
            <dt>{t`Correlation id`}</dt>
            <dd>{attempt.correlation_id ? <Copied text={attempt.correlation_id} /> : '–'}</dd>
            <dt>{t`Answer`}</dt>
            <dd>{attempt.answer || '–'}</dd>
          </dl>
        ))}
      </details>
    </div>
  )
}

/** What LHDN’s support asks for: it is copied whole, not typed. */
const Copied = ({ text }: { text: string }) => {
  const { t } = useLingui()
  return (
    <Group gap={4} wrap="nowrap">
      <span>{text}</span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={copied ? t`Copied` : t`Copy the correlation id`}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  )
}
