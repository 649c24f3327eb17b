import type { Import } from '#contract/imports/shapes.ts'
import { told } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'

/** What was guessed as the file was read: whoever sent it must look. */
export const FileNotes = ({ upload }: { upload: Import }) =>
  upload.notes.map((note) => (
    <Notice key={note} tone="info">
      {told(note)}
    </Notice>
  ))
