import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { IntakeReply } from '#contract/intake.ts'
import { next as after } from '#domain/documents/lifecycle.ts'
import { told } from '../../../i18n.ts'
import { usePermissions, useViews } from '../../../session/session.ts'
import { useEscape } from '../../../ui/dialogs/escape.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { fieldPlace } from '../../../widgets/field-options.ts'
import { StoredNow } from '../StoredNow.tsx'
import type { Outcome, StoredReply } from './outcome.ts'
import classes from './submit.module.css'

/** What follows a stored document beside closing; nothing where there is none. */
type Next = { onAnother: () => void; onView: (uuid: string) => void }
type Acts = { onClose: () => void; next?: Next }
type Props = Acts & { outcome: Outcome | null }

/** It may be told above the panel whose call it was. */
const ABOVE_PANELS = 300

/** What became of the submission: the numbers given, or each document's errors (specification 1 §8). */
export const OutcomeDialog = ({ outcome, ...acts }: Props) => {
  const { t } = useLingui()
  const titles: Partial<Record<Outcome['kind'], string>> = {
    done: t`Submission Successful`,
    arrived: t`Already Stored`,
  }
  return (
    <Modal
      opened={outcome !== null}
      onClose={acts.onClose}
      closeOnEscape={false}
      size="lg"
      zIndex={ABOVE_PANELS}
      title={(outcome && titles[outcome.kind]) ?? t`Submission Error`}
    >
      {outcome && <Told outcome={outcome} {...acts} />}
    </Modal>
  )
}

const Told = ({ outcome, onClose, next }: Acts & { outcome: Outcome }) => {
  const { t } = useLingui()
  useEscape(onClose)
  const { can_create_invoice } = usePermissions()
  const views = useViews()
  const stored = outcome.kind === 'done' ? outcome.reply.UUIDs[0] : undefined
  return (
    <Stack>
      {outcome.kind === 'done' && <Stored {...outcome} />}
      {outcome.kind === 'arrived' && <Arrived {...outcome} />}
      {outcome.kind === 'refused' && <Refused reply={outcome.reply} />}
      {outcome.kind === 'overtaken' && <Overtaken {...outcome} />}
      {outcome.kind === 'failed' && (
        <Notice tone="bad">{outcome.message || t`Error submitting invoice`}</Notice>
      )}
      <Group justify="flex-end">
        {stored && next && (
          <>
            {can_create_invoice && (
              <Button variant="default" onClick={next.onAnother}>
                <Trans>Create another</Trans>
              </Button>
            )}
            {views && (
              <Button variant="default" onClick={() => next.onView(stored)}>
                <Trans>View</Trans>
              </Button>
            )}
          </>
        )}
        <Button onClick={onClose} data-autofocus>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

const Stored = ({ reply, earlier }: { reply: StoredReply; earlier?: true }) => {
  const { t } = useLingui()
  const number = reply.Invoice_Numbers.join(', ')
  return (
    <>
      <Notice tone="good">
        {earlier
          ? t`Already stored as ${number}, as it was when you sent it first. Nothing was sent again.`
          : told(reply.status) || t`Success`}
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
      {reply.cancellation && <Cancelled {...reply.cancellation} />}
      <Noted reply={reply} />
    </>
  )
}

/** Where the cancellation of the document stands that the stored one replaces. */
const Cancelled = ({ done, why }: { done: boolean; why: string }) => {
  const { t } = useLingui()
  return done ? (
    <Notice tone="good">{t`The document that it replaces is cancelled at LHDN.`}</Notice>
  ) : (
    <Notice tone="waiting" title={t`The document that it replaces is not cancelled`}>
      {told(why)}
    </Notice>
  )
}

/** What the portal wrote otherwise, and what somebody should look at before the document is approved. */
const Noted = ({ reply: { changes = [], warnings = [] } }: { reply: IntakeReply }) => {
  const { t } = useLingui()
  if (changes.length + warnings.length === 0) return null
  return (
    <Notice tone="info" title={t`Please note`}>
      <dl className={classes.facts}>
        {changes.map(({ field, to, why: reason }) => {
          const why = told(reason)
          return (
            <div key={`${field} ${to}`}>
              <dt>
                <FieldName field={field} />
              </dt>
              <dd>{field === '' ? why : t`written as ${to} (${why})`}</dd>
            </div>
          )
        })}
        {[...Map.groupBy(warnings, ({ message }) => message)].map(([message, alike]) => (
          <div key={message}>
            <dt>
              <FieldName field={alike[0]?.field ?? ''} />
            </dt>
            <dd>
              {told(message)}{' '}
              {alike.length > 1 && (
                <Plural
                  value={alike.length - 1}
                  one="The same holds for # more line."
                  other="The same holds for # more lines."
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}

/** Nothing was stored; sent once more, it is sent upon what is there now, if that may be edited. */
const Overtaken = ({ uuid, status, by }: Extract<Outcome, { kind: 'overtaken' }>) => {
  const { t } = useLingui()
  const now = told(status)
  const somebody = by ?? t`Somebody else`
  return (
    <Notice tone="waiting">
      {status === 'User Cancelled' ? (
        <Trans>
          {somebody} cancelled this document meanwhile. What you typed stays here as a draft, which can go on
          as a new document: it is offered under Add Invoice.
        </Trans>
      ) : by && !after(status, 'edit') ? (
        <Trans>
          {somebody} sent this document again meanwhile; it is {now}, and cannot be edited. What you typed
          stays here as a draft.
        </Trans>
      ) : after(status, 'edit') ? (
        <Trans>
          Somebody else changed this document meanwhile. What you typed stays here. Request approval again to
          put it in the place of what is stored now.
        </Trans>
      ) : after(status, 'reject') ? (
        <Trans>
          Somebody else changed this document meanwhile and sent it; it is {now}. What you typed stays here as
          a draft. To have it in the document, have it rejected first, then request approval again.
        </Trans>
      ) : (
        <Trans>
          Somebody else changed this document meanwhile and sent it; it is {now}, and cannot be edited. What
          you typed stays here as a draft.
        </Trans>
      )}{' '}
      <StoredNow uuid={uuid} />
    </Notice>
  )
}

/** An earlier call stored the document, without what was changed since; nothing was sent again. */
const Arrived = ({ reply, as }: Extract<Outcome, { kind: 'arrived' }>) => {
  const number = reply.Invoice_Numbers.join(', ')
  return (
    <Notice tone="waiting">
      {as === 'edit' && (
        <Trans>
          {number} is already stored as it was when you sent it first, without what you changed since. What
          you typed stays here. Request approval again to put it in the place of what is stored now; while
          that waits for approval, have it rejected first.
        </Trans>
      )}
      {as === 'correction' && (
        <Trans>
          {number} is already stored as it was when you sent it first, without what you changed since. What
          you typed stays here as a draft. To have the change in {number}, have it rejected and edit it.
        </Trans>
      )}
      {as === 'new' && (
        <Trans>
          {number} is already stored as it was when you sent it first, without what you changed since. What
          you typed stays here as a draft. To have the change in {number}, have it rejected and edit it.
          Request approval again only if you want another document beside it.
        </Trans>
      )}{' '}
      <StoredNow uuid={reply.UUIDs[0] ?? ''} />
    </Notice>
  )
}

const Refused = ({ reply }: { reply: IntakeReply }) => {
  const { t } = useLingui()
  return (
    <>
      <Notice tone="bad">{told(reply.status) || t`Error`}</Notice>
      {reply.errors.map(({ invoice_number, errors }) => (
        <section key={invoice_number} className={classes.refused}>
          {invoice_number && <h3>{invoice_number}</h3>}
          {typeof errors === 'string' ? (
            <p>{told(errors)}</p>
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
    told(details)
  ) : (
    <dl className={classes.facts}>
      {Object.entries(details).map(([field, messages]) => (
        <div key={field}>
          <dt>
            <FieldName field={field} />
          </dt>
          <dd>{messages.map(told).join(' ')}</dd>
        </div>
      ))}
    </dl>
  )

const FieldName = ({ field }: { field: string }) => {
  const { t } = useLingui()
  const place = fieldPlace(field)
  return place.line === undefined ? place.name : `${place.name} · ${t`line ${place.line}`}`
}
