import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { documents } from '#contract/documents.ts'
import { templates } from '#contract/templates.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useProfile } from '../../session/session.ts'
import { templateSlot } from '../../widgets/drafts/slot.ts'
import { withoutFields } from '../../widgets/status-message/readable.ts'
import { DocumentFormPage } from './DocumentFormPage.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { onForm } from './form/refusal.ts'
import { fromDocument, fromTemplate } from './form/wire.ts'
import { onlyOnce, openingFor } from './opened.ts'
import { useSavedCustomer } from './use-saved-customer.ts'

const route = getRouteApi('/shell/dashboard/invoices/edit/$uuid')

/** A document that came back, or with `?isTemplate=true` a template; what cannot be loaded leads to the list. */
export const EditPage = () => {
  const { uuid } = route.useParams()
  const { isTemplate, field } = route.useSearch()
  if (isTemplate) return <FromTemplate key={uuid} uuid={uuid} />
  return <EditDocument key={uuid} uuid={uuid} field={field} />
}

const EditDocument = ({ uuid, field }: { uuid: string; field: string | undefined }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const { data, isError } = useQuery(onlyOnce(q(documents.get, { params: { uuid } })))
  const form = data && fromDocument(data, openingFor(profile))
  const { isLoading } = useSavedCustomer(form)
  // Waited for, so that what it offers moves no fields once somebody is among them; what is shown then stays.
  const [shown, setShown] = useState(false)
  if (form && !isLoading && !shown) setShown(true)
  if (isError || (data && !data.may.edit.ok)) return <Navigate to={paths.invoices} replace />
  if (!data || !form || !shown) return <FormSkeleton title={t`Edit Invoice`} />
  const tied = Object.keys(data.status_fields)
  const elsewhere =
    withoutFields(data, tied) || (tied.length > 0 ? t`The reasons stand at their fields.` : '')
  return (
    <DocumentFormPage
      opened={{
        title: t`Edit Invoice`,
        slot: uuid,
        form,
        said: (one) => onForm(data.status_fields, one),
        ...(field && { focus: Object.keys(onForm({ [field]: [] }, form))[0] }),
        editing: { uuid, revision: data.revision },
        came_back: { status: data.status, status_message: elsewhere },
      }}
    />
  )
}

const FromTemplate = ({ uuid }: { uuid: string }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const { data, isError } = useQuery(onlyOnce(q(templates.get, { params: { uuid } })))
  if (isError) return <Navigate to={paths.invoices} replace />
  if (!data) return <FormSkeleton title={t`Create from template`} />
  const form = fromTemplate(data.data.invoice, openingFor(profile))
  return (
    <DocumentFormPage
      opened={{ title: t`Create from template`, slot: templateSlot(uuid), form, template: data }}
    />
  )
}
