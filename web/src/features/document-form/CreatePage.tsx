import { useLingui } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { q } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import { usePermissions, useProfile } from '../../session/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import type { NoteType } from '../../widgets/drafts/note-types.ts'
import { copySlot, correctSlot, NEW_DOCUMENT, noteSlot } from '../../widgets/drafts/slot.ts'
import { DocumentFormPage } from './DocumentFormPage.tsx'
import { NotOpened } from './DraftsLeft.tsx'
import { withDefaults } from './form/choices.ts'
import { dropSent } from './form/draft.ts'
import { emptyForm } from './form/state.ts'
import { copyOf, noteFor, successorOf } from './form/wire.ts'
import { readLastChoice } from './last-choice.ts'
import { onlyOnce, openingFor, scopeOf } from './opened.ts'
import { Unopened } from './Unopened.tsx'
import { useLeftBehind } from './use-left-behind.ts'
import { useKnownCustomer } from './use-saved-customer.ts'

const route = getRouteApi('/shell/dashboard/invoices/create')

/** A new document: empty, a note to a validated one (`?from={uuid}&type=02`), what replaces it, or a copy. */
export const CreatePage = () => {
  const { from, type, correct, copy, draft } = route.useSearch()
  const { can_create_invoice } = usePermissions()
  const [round, setRound] = useState(0)
  if (!can_create_invoice) return <NoPermission />
  if (from && type) return <NewNote key={`${from}${type}`} from={from} type={type} />
  if (correct) return <NewSuccessor key={correct} from={correct} />
  if (copy) return <NewCopy key={copy} from={copy} />
  return <NewDocument key={`${round}${draft}`} draft={draft} again={() => setRound(round + 1)} />
}

const NoPermission = () => {
  const { t } = useLingui()
  return (
    <Page title={t`Add Invoice`}>
      <EmptyState title={t`You need the permission can_create_invoice.`} icon={IconLock} />
    </Page>
  )
}

const NewDocument = ({ draft, again }: { draft: string | undefined; again: () => void }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const [form] = useState(() => {
    const { today, now_ms } = openingFor(profile)
    return withDefaults(emptyForm(today, now_ms), scopeOf(profile), readLastChoice(profile.id))
  })
  return <DocumentFormPage opened={{ title: t`Add Invoice`, slot: NEW_DOCUMENT, form, draft, again }} />
}

const NewNote = ({ from, type }: { from: string; type: NoteType }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const { data, error, refetch } = useOriginal(from)
  const [title, slot] = [t`Add Invoice`, noteSlot(from, type)]
  if (!data) return <Unopened {...{ title, slot, error }} onRetry={() => void refetch()} />
  const form = noteFor(data, type, openingFor(profile))
  return <DocumentFormPage opened={{ title, slot, form }} />
}

const useOriginal = (uuid: string) => useQuery(onlyOnce(q(documents.get, { params: { uuid } })))

/**
 * Where it cannot be replaced any more, its quickview says why. Where it was, the call that was on its way when the
 * form was left did it: a draft of that would offer it again for ever.
 */
const NewSuccessor = ({ from }: { from: string }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const { data, error, refetch } = useOriginal(from)
  const form = data && successorOf(data, openingFor(profile))
  const known = useKnownCustomer(form)
  const stored = data?.corrected_by
  const slot = correctSlot(from)
  useEffect(() => {
    if (stored) dropSent(localStorage, { user_id: profile.id, slot, stored })
  }, [stored, profile.id, slot])
  if (data && (!data.may.correct.ok || stored)) return <NotCorrectable document={data} />
  if (!data || !form || !known) {
    return <Unopened title={t`Correct an invoice`} {...{ slot, error }} onRetry={() => void refetch()} />
  }
  const number = data.invoice_number
  return (
    <DocumentFormPage
      opened={{
        title: t`Correct ${number}`,
        slot,
        form,
        correcting: { uuid: from, number },
      }}
    />
  )
}

const NotCorrectable = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { uuid, invoice_number: number, may, corrected_by } = document
  const behind = useLeftBehind(correctSlot(uuid), true)
  const replaced = t`Another document was made to replace this one already.`
  const why = corrected_by ? replaced : told(may.correct.why)
  const what = t`${number} cannot be corrected now.`
  return <NotOpened title={t`Correct ${number}`} {...{ what, why, uuid, behind }} leads_on />
}

const NewCopy = ({ from }: { from: string }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const { data, error, refetch } = useOriginal(from)
  const [title, slot] = [t`Add Invoice`, copySlot(from)]
  const form = data && copyOf(data, openingFor(profile))
  const known = useKnownCustomer(form)
  if (!form || !known) {
    return <Unopened {...{ title, slot, error }} onRetry={() => void refetch()} />
  }
  return <DocumentFormPage opened={{ title, slot, form }} />
}
