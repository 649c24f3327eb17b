import { useLingui } from '@lingui/react/macro'
import type { Import } from '#contract/imports/shapes.ts'
import { told } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { writtenOtherwise } from '../../widgets/written-otherwise.ts'
import { fieldWords } from './field-words.ts'

/** What was guessed as the file was read, and what is taken otherwise than it says: whoever sent it must look. */
export const FileNotes = ({ upload }: { upload: Import }) => {
  const { t } = useLingui()
  const words = t`Written otherwise than in the file`
  const otherwise = writtenOtherwise(upload.changes, { words, nameOf: fieldWords })
  return [...upload.notes.map((note) => told(note)), ...otherwise].map((note) => (
    <Notice key={note} tone="info">
      {note}
    </Notice>
  ))
}
