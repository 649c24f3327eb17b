import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { templates } from '#contract/templates.ts'
import { q } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import { usePermissions, useProfile, useViews } from '../../session/session.ts'
import { toastBad } from '../../ui/toasts.ts'
import { templateSlot } from '../../widgets/drafts/slot.ts'
import { withoutFields } from '../../widgets/status-message/readable.ts'
import { DocumentFormPage } from './DocumentFormPage.tsx'
import { NotOpened } from './DraftsLeft.tsx'
import { onForm } from './form/refusal.ts'
import { fromDocument, fromTemplate } from './form/wire.ts'
import { onlyOnce, openingFor } from './opened.ts'
import { Unopened } from './Unopened.tsx'
import { useLeftBehind } from './use-left-behind.ts'
import { useKnownCustomer } from './use-saved-customer.ts'

const route = getRouteApi('/shell/dashboard/invoices/edit/$uuid')

/** A document that came back, or with `?isTemplate=true` a template. */
export const EditPage = () => {
  const { uuid } = route.useParams()
  const { isTemplate, field } = route.useSearch()
  if (isTemplate) return <FromTemplate key={uuid} uuid={uuid} />
  return <EditDocument key={uuid} uuid={uuid} field={field} />
}

const EditDocument = ({ uuid, field }: { uuid: string; field: string | undefined }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const { data, error, refetch } = useQuery(onlyOnce(q(documents.get, { params: { uuid } })))
  const form = data && fromDocument(data, openingFor(profile))
  const known = useKnownCustomer(form)
  if (data && !data.may.edit.ok) return <NotEditable document={data} />
  if (!data || !form || !known) {
    return <Unopened title={t`Edit Invoice`} slot={uuid} error={error} onRetry={() => void refetch()} />
  }
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

const NotEditable = ({ document: { uuid, invoice_number: number, may } }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { can_edit_invoice } = usePermissions()
  const behind = useLeftBehind(uuid, true)
  const leads_on = useViews() && can_edit_invoice && behind.left?.length === 0
  const what = t`${number} cannot be edited now.`
  const why = told(may.edit.why)
  useEffect(() => {
    if (leads_on) toastBad(`${what} ${why}`)
  }, [leads_on, what, why])
  return <NotOpened title={t`Edit Invoice`} {...{ what, why, uuid, leads_on, behind }} />
}

const FromTemplate = ({ uuid }: { uuid: string }) => {
  const { t } = useLingui()
  const profile = useProfile()
  const { data, error, refetch } = useQuery(onlyOnce(q(templates.get, { params: { uuid } })))
  const title = t`Create from template`
  const slot = templateSlot(uuid)
  const form = data && fromTemplate(data.data.invoice, openingFor(profile))
  const known = useKnownCustomer(form)
  if (!data || !form || !known) {
    const failed = t`The template could not be loaded.`
    return <Unopened {...{ title, slot, error, failed }} onRetry={() => void refetch()} />
  }
  return <DocumentFormPage opened={{ title, slot, form, template: data }} />
}
