import { useState } from 'react'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'

export type FormDialog = 'preview' | 'template'

type Props = { open: FormDialog | null; onClose: () => void; onTemplateSaved: () => void }

/** The two dialogs that the action bar opens; a template that could not be saved is told like a submission. */
export const FormDialogs = ({ open, onClose, onTemplateSaved }: Props) => {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      <PreviewDialog opened={open === 'preview'} onClose={onClose} />
      <TemplateDialog
        opened={open === 'template'}
        onClose={onClose}
        onFailed={(message) => {
          onClose()
          setFailure(message)
        }}
        onSaved={() => {
          onClose()
          onTemplateSaved()
        }}
      />
      <OutcomeDialog
        outcome={failure === null ? null : { kind: 'failed', message: failure }}
        onClose={() => setFailure(null)}
      />
    </>
  )
}
