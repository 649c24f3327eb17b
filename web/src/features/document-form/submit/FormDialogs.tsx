import { useState } from 'react'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { type Template, TemplateForm } from './TemplateForm.tsx'

export type FormDialog = 'preview' | 'template'

type Props = {
  open: FormDialog | null
  /** What the form was opened from. */
  template: Template | undefined
  onClose: () => void
  onTemplateSaved: () => void
}

/** What the action bar opens; a template that could not be saved is told like a submission. */
export const FormDialogs = ({ open, template, onClose, onTemplateSaved }: Props) => {
  const [failure, setFailure] = useState<string | null>(null)
  const saved = () => {
    onClose()
    onTemplateSaved()
  }
  return (
    <>
      <PreviewDialog opened={open === 'preview'} onClose={onClose} />
      {open === 'template' && (
        <TemplateForm template={template} onClose={onClose} onFailed={setFailure} onSaved={saved} />
      )}
      <OutcomeDialog
        outcome={failure === null ? null : { kind: 'failed', message: failure }}
        onClose={() => setFailure(null)}
      />
    </>
  )
}
