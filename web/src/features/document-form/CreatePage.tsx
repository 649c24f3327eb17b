import { useLingui } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { documents } from '#contract/documents.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { q } from '../../api/queries.ts'
import { usePermissions, useProfile } from '../../session/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { DocumentFormPage } from './DocumentFormPage.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { withDefaults } from './form/choices.ts'
import { NEW_DOCUMENT } from './form/draft.ts'
import type { NoteType } from './form/note-types.ts'
import { noteSlot } from './form/slot.ts'
import { emptyForm } from './form/state.ts'
import { noteFor } from './form/wire.ts'
import { readLastChoice } from './last-choice.ts'
import { onlyOnce, openingFor, scopeOf } from './opened.ts'

const route = getRouteApi('/shell/dashboard/invoices/create')

/** A new document: empty, or a note that corrects a validated one (`?from={uuid}&type=02`). */
export const CreatePage = () => {
  const { from, type } = route.useSearch()
  const { can_create_invoice } = usePermissions()
  if (!can_create_invoice) return <NoPermission />
  return from && type ? <NewNote key={`${from}${type}`} from={from} type={type} /> : <NewDocument />
}

const NoPermission = () => {
  const { t } = useLingui()
  return (
    <Page title={t`Add Invoice`}>
      <EmptyState title={t`You need the permission can_create_invoice.`} icon={IconLock} />
    </Page>
  )
}

const NewDocument = () => {
  const { t } = useLingui()
  const profile = useProfile()
  const [form] = useState(() => {
    return withDefaults(emptyForm(malaysianDate(new Date())), scopeOf(profile), readLastChoice(profile.id))
  })
  return <DocumentFormPage opened={{ title: t`Add Invoice`, slot: NEW_DOCUMENT, form }} />
}

const NewNote = ({ from, type }: { from: string; type: NoteType }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const { data, isError } = useQuery(onlyOnce(q(documents.get, { params: { uuid: from } })))
  if (isError) return <NewDocument />
  if (!data) return <FormSkeleton title={t`Add Invoice`} />
  const form = noteFor(data, type, openingFor(profile))
  return <DocumentFormPage opened={{ title: t`Add Invoice`, slot: noteSlot(from, type), form }} />
}
