import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { intake } from '#contract/intake.ts'
import { q } from '../../api/queries.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs/ask.ts'
import { useDiscardQuestion } from '../../ui/dialogs/use-discard-question.ts'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formLink } from '../../widgets/drafts/slot.ts'
import classes from './DraftOffer.module.css'
import { isAsSent, isKeyKnown, isOvertaken, type KeptDraft, type Sending } from './form/draft.ts'
import { type Editing, toDocument } from './form/request.ts'
import type { DocumentForm } from './form/state.ts'
import { onlyOnce } from './opened.ts'

type Act = (draft: KeptDraft) => void
type Props = {
  offered: readonly KeptDraft[]
  slot: string
  editing: Editing | undefined
  restore: Act
  discard: Act
}

/** What earlier visits left unfinished, until the clerk takes it up or discards it. */
export const DraftOffer = ({ offered, slot, editing, restore, discard }: Props) => {
  if (offered.length === 0) return null
  return (
    <div className={classes.offer}>
      <Notice tone="info">
        <Trans>You left unfinished documents in this browser.</Trans>
        <DraftList
          drafts={offered}
          discard={discard}
          overtaken={(draft) => draft.slot === slot && !draft.sending && isOvertaken(draft, editing)}
          act={(draft) =>
            draft.slot === slot ? (
              <Button size="compact-sm" variant="default" onClick={() => restore(draft)}>
                <Trans>Continue with the draft</Trans>
              </Button>
            ) : (
              // The form in which a draft was begun offers it too.
              <Link {...formLink(draft.slot)}>
                <Trans>Open its form</Trans>
              </Link>
            )
          }
        />
      </Notice>
    </div>
  )
}

type ListProps = {
  drafts: readonly KeptDraft[]
  /** How a draft goes on. */
  act: (draft: KeptDraft) => ReactNode
  discard: Act
  /** Whether the document was changed by somebody else; of what was being sent the change may be its own. */
  overtaken?: (draft: KeptDraft) => boolean
}

/** What each draft holds, how it goes on, and the way to be rid of it. */
export const DraftList = ({ drafts, act, discard, overtaken }: ListProps) => {
  const { t } = useLingui()
  const question = useDiscardQuestion()
  const ask = async (draft: KeptDraft) => {
    const { form, sending } = draft
    const body = sending ? <Outcome form={form} sending={sending} /> : question.body
    if (await confirm({ ...question, body })) discard(draft)
  }
  return (
    <ul className={classes.drafts} aria-label={t`My drafts`}>
      {drafts.map((draft) => (
        <li key={draft.shelf_key}>
          <DraftWords draft={draft} />
          {overtaken?.(draft) && (
            <p className={classes.overtaken}>
              <Trans>
                The document was changed after this draft was begun, and the draft is without that change. You
                are asked again before anything is replaced.
              </Trans>
            </p>
          )}
          <Group gap="xs">
            {act(draft)}
            <Button size="compact-sm" variant="subtle" onClick={() => void ask(draft)}>
              <Trans>Discard it</Trans>
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  )
}

/** Whether the call that was on its way with a draft has saved it: found out while the question stands there. */
const Outcome = ({ form, sending }: { form: DocumentForm; sending: Sending }) => {
  const { t } = useLingui()
  const unsaved = useDiscardQuestion().body
  const unclear = useDiscardQuestion(true).body
  const { data: saved } = useQuery({
    ...onlyOnce(q(intake.outcome, { body: { key: sending.key } })),
    enabled: isKeyKnown(sending, Date.now()),
    retry: false,
  })
  const number = saved?.Invoice_Numbers.join(', ')
  const told = isAsSent(form, sending)
    ? t`It was saved as ${number}.`
    : t`It was saved as ${number}, without what you typed since.`
  return <span role="status">{number === undefined ? unclear : number === '' ? unsaved : told}</span>
}

const DraftWords = ({ draft }: { draft: KeptDraft }) => {
  const { form, saved_at, sending } = draft
  const { invoice_currency, total_payable_amount } = toDocument(form)
  return (
    <span>
      {form.customer?.name || <Trans>No customer yet</Trans>} ·{' '}
      <Money currency={invoice_currency} value={total_payable_amount} />{' '}
      <span className={classes.when}>
        {sending ? (
          <Trans>
            was being sent on <InstantText value={sending.at} />
          </Trans>
        ) : (
          <Trans>
            kept on <InstantText value={saved_at} />
          </Trans>
        )}
      </span>
    </span>
  )
}
