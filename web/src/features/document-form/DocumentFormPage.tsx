import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { malaysianDate } from '#domain/time/dates.ts'
import { told } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { useProfile } from '../../session/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { isOfNote, NEW_DOCUMENT } from '../../widgets/drafts/slot.ts'
import { Correcting } from './Correcting.tsx'
import { CompaniesCard } from './companies/CompaniesCard.tsx'
import classes from './DocumentFormPage.module.css'
import { DraftOffer } from './DraftOffer.tsx'
import { focusField } from './focus-field.ts'
import type { LastChoice } from './form/choices.ts'
import type { FormErrors } from './form/errors.ts'
import type { Editing } from './form/request.ts'
import type { DocumentForm } from './form/state.ts'
import { createFormStore } from './form/store.ts'
import { isWholeInTemplate } from './form/wire.ts'
import { FormContext, useForm, useOpenForm } from './form-context.ts'
import { HeaderCard } from './header/HeaderCard.tsx'
import { ItemsCard } from './items/ItemsCard.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { keepLastChoice } from './last-choice.ts'
import { scopeOf } from './opened.ts'
import { PropertiesCard } from './PropertiesCard.tsx'
import { ActionBar } from './submit/ActionBar.tsx'
import { ErrorSummary } from './submit/ErrorSummary.tsx'
import { type FormDialog, FormDialogs } from './submit/FormDialogs.tsx'
import { OutcomeDialog } from './submit/OutcomeDialog.tsx'
import { SubmittingOverlay } from './submit/SubmittingOverlay.tsx'
import type { Template } from './submit/TemplateForm.tsx'
import { useReadable } from './submit/use-readable.ts'
import { type Correction, focusErrors, useSubmit } from './submit/use-submit.ts'
import { SummaryCard } from './summary/SummaryCard.tsx'
import { useDraft } from './use-draft.ts'
import { useFormCrumbs } from './use-form-crumbs.ts'

/**
 * How the form was opened. `slot` names its draft; `came_back` is why an edited document is here again, `said` what the
 * authority said of its fields; `focus` is the field of the form where the cursor stands first.
 */
export type Opened = {
  title: string
  slot: string
  form: DocumentForm
  said?: (form: DocumentForm) => FormErrors
  focus?: string | undefined
  editing?: Editing
  /** The template that it begins with. */
  template?: Template
  /** The document that this one replaces. */
  correcting?: Correction
  came_back?: { status: string; status_message: string }
  /** The draft of a form that cannot be opened any more, with which a new document goes on: its slot and opening. */
  draft?: string | undefined
  /** Begins an empty form where this one is that already. */
  again?: () => void
}

export const DocumentFormPage = ({ opened }: { opened: Opened }) => {
  const [store] = useState(() => createFormStore(opened.form, opened.said?.(opened.form)))
  const editing = opened.editing !== undefined
  // A note bears the particulars of its original.
  const takes_over = !isOfNote(opened.slot)
  const context = useMemo(() => ({ store, editing, takes_over }), [store, editing, takes_over])
  return (
    <FormContext value={context}>
      <Screen opened={opened} />
    </FormContext>
  )
}

const TEMPLATE_SAVED_PAUSE_MS = 1000

const Screen = ({ opened }: { opened: Opened }) => {
  const crumbs = useFormCrumbs()
  const { store } = useOpenForm()
  const profile = useProfile()
  const scope = scopeOf(profile)
  const choose = (choice: LastChoice) => keepLastChoice(profile.id, choice)
  const draft = useDraft(store, opened)
  const faulty = useForm(({ errors }) => Object.keys(errors).length > 0)
  const done = useRef(false)
  const [dialog, setDialog] = useState<FormDialog | null>(null)
  const { leave, leaveLater, leaving } = useLeaving()
  const submission = useSubmit(opened, draft, () => {
    done.current = true
    draft.stop()
  })
  useEffect(() => {
    if (opened.focus) focusField(opened.focus)
  }, [opened.focus])
  const readable = useReadable()
  const next = useNext(opened)
  const closeOutcome = () => {
    const stored = submission.outcome?.kind === 'done'
    submission.close()
    if (stored) leave()
    else focusErrors()
  }
  const endAsTemplate = () => {
    done.current = true
    if (endsAsTemplate(opened, store.get().form) && !draft.sending()) draft.stop()
    leaveLater()
  }

  return (
    <Page title={opened.title} faulty={faulty} crumbs={crumbs}>
      {/* No fieldset, as in panels: Chromium lays out nothing anew in it where widths of a container are asked for. */}
      <div className={classes.whole} inert={submission.busy || leaving}>
        <DraftOffer {...draft} slot={opened.slot} editing={opened.editing} />
        {opened.came_back && <CameBack {...opened.came_back} />}
        {opened.correcting && <Correcting number={opened.correcting.number} />}
        <ErrorSummary />
        <div className={classes.top}>
          <PropertiesCard scope={scope} onStore={(store_id) => choose({ store_id })} />
          <CompaniesCard scope={scope} />
        </div>
        <HeaderCard today={malaysianDate(new Date())} onCurrency={(currency) => choose({ currency })} />
        <ItemsCard />
        <SummaryCard />
        <ActionBar
          busy={submission.busy}
          onPreview={() => readable() && setDialog('preview')}
          onTemplate={() => readable() && setDialog('template')}
          onSubmit={() => void submission.submit()}
        />
      </div>
      {submission.busy && <SubmittingOverlay />}
      <OutcomeDialog outcome={submission.outcome} onClose={closeOutcome} next={next} />
      <FormDialogs
        open={dialog}
        template={opened.template}
        onClose={() => setDialog(null)}
        onTemplateSaved={endAsTemplate}
      />
      <LeaveGuard
        unsaved={() => store.get().touched && !done.current}
        unclear={() => draft.sending() !== undefined}
        keep={draft.keep}
      />
    </Page>
  )
}

/** A template is all that a new document was, if it keeps what that says; it is not what an edit or a note was. */
const endsAsTemplate = ({ slot, template }: Opened, form: DocumentForm): boolean =>
  (slot === NEW_DOCUMENT || template !== undefined) &&
  isWholeInTemplate(form, { today: malaysianDate(new Date()) })

/** Back to where documents are made; later, whoever has gone elsewhere by then stays there, and nothing is typed. */
const useLeaving = () => {
  const navigate = useNavigate()
  const timer = useRef(0)
  const [leaving, setLeaving] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const leave = () => void navigate({ to: paths.createDocument })
  const leaveLater = () => {
    setLeaving(true)
    timer.current = window.setTimeout(leave, TEMPLATE_SAVED_PAUSE_MS)
  }
  return { leave, leaveLater, leaving }
}

/** Where a stored document leads. */
const useNext = ({ again }: Opened) => {
  const navigate = useNavigate()
  return {
    onAnother: () => {
      again?.()
      void navigate({ to: paths.create, search: {} })
    },
    onView: (uuid: string) => void navigate({ to: paths.invoices, search: { open: uuid } }),
  }
}

const CameBack = ({ status, status_message }: { status: string; status_message: string }) => (
  <Notice tone="bad" title={told(status)}>
    {status_message || <Trans>No reason was given.</Trans>}
  </Notice>
)
