import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { IntakeReply } from '#contract/intake.ts'
import { useEscape } from '../../../ui/dialogs/escape.ts'
import { Notice } from '../../../ui/Notice.tsx'
import classes from './submit.module.css'
import type { Outcome } from './use-submit.ts'

type Props = { outcome: Outcome | null; onClose: () => void }

/** It may be told above the panel whose call it was. */
const ABOVE_PANELS = 300

/** What became of the submission: the numbers given, or each document's errors (specification 1 §8). */
export const OutcomeDialog = ({ outcome, onClose }: Props) => {
  const { t } = useLingui()
  const good = outcome?.kind === 'done'
  return (
    <Modal
      opened={outcome !== null}
      onClose={onClose}
      closeOnEscape={false}
      size="lg"
      zIndex={ABOVE_PANELS}
      title={good ? t`Submission Successful` : t`Submission Error`}
    >
      {outcome && <Told outcome={outcome} onClose={onClose} />}
    </Modal>
  )
}

const Told = ({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) => {
  const { t } = useLingui()
  useEscape(onClose)
  return (
    <Stack>
      {outcome.kind === 'done' && <Stored {...outcome} />}
      {outcome.kind === 'refused' && <Refused reply={outcome.reply} />}
      {outcome.kind === 'failed' && (
        <Notice tone="bad">{outcome.message || t`Error submitting invoice`}</Notice>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

const Stored = ({ reply, earlier }: { reply: IntakeReply; earlier?: true }) => {
  const { t } = useLingui()
  const number = reply.Invoice_Numbers.join(', ')
  return (
    <>
      <Notice tone="good">
        {earlier
          ? t`Already stored as ${number}, as it was when you sent it first. Nothing was sent again.`
          : reply.status || t`Success`}
      </Notice>
      <dl className={classes.facts}>
        <dt>
          <Trans>Invoice Numbers</Trans>
        </dt>
        <dd>{number}</dd>
        <dt>
          <Trans>UUIDs</Trans>
        </dt>
        <dd>{reply.UUIDs.join(', ')}</dd>
      </dl>
      <Noted reply={reply} />
    </>
  )
}

/** What the portal wrote otherwise, and what somebody should look at before the document is approved. */
const Noted = ({ reply: { changes = [], warnings = [] } }: { reply: IntakeReply }) => {
  const { t } = useLingui()
  if (changes.length + warnings.length === 0) return null
  return (
    <Notice tone="info" title={t`Please note`}>
      <dl className={classes.facts}>
        {changes.map(({ field, to, why }) => (
          <div key={`${field} ${to}`}>
            <dt>{field}</dt>
            <dd>{field === '' ? why : t`written as ${to} (${why})`}</dd>
          </div>
        ))}
        {warnings.map(({ field, message }) => (
          <div key={message}>
            <dt>{field}</dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}

const Refused = ({ reply }: { reply: IntakeReply }) => {
  const { t } = useLingui()
  return (
    <>
      <Notice tone="bad">{reply.status || t`Error`}</Notice>
      {reply.errors.map(({ invoice_number, errors }) => (
        <section key={invoice_number} className={classes.refused}>
          {invoice_number && <h3>{invoice_number}</h3>}
          {typeof errors === 'string' ? (
            <p>{errors}</p>
          ) : (
            <ul>
              {errors.map((error) => (
                <li key={`${error.type}${error.invoice_number}`}>
                  <Details details={error.details} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  )
}

/** The kind of an error (`wrong_status`) is a word for programs; its details are for people. */
const Details = ({ details }: { details: string | Record<string, string[]> }) =>
  typeof details === 'string' ? (
    details
  ) : (
    <dl className={classes.facts}>
      {Object.entries(details).map(([field, messages]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>{messages.join(' ')}</dd>
        </div>
      ))}
    </dl>
  )
