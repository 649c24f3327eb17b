import { NOTE_TYPES, type NoteType } from './note-types.ts'

/** What a form was opened from: a document that a note corrects, that is copied, replaced or edited, or a template. */
export type OpenedFrom =
  | { kind: 'note'; from: string; type: NoteType | undefined }
  | { kind: 'copy'; from: string }
  | { kind: 'correct'; from: string }
  | { kind: 'document'; uuid: string; isTemplate: true | undefined }

/** Names the drafts of a form; `formOf` reads it back. */
export const noteSlot = (from: string, type: NoteType) => `note:${from}:${type}`
export const copySlot = (from: string) => `copy:${from}`
export const correctSlot = (from: string) => `correct:${from}`
export const templateSlot = (uuid: string) => `template:${uuid}`

export const formOf = (slot: string): OpenedFrom => {
  const [kind = '', id = '', type] = slot.split(':')
  if (kind === 'note') return { kind, from: id, type: NOTE_TYPES.find((one) => one === type) }
  if (kind === 'copy' || kind === 'correct') return { kind, from: id }
  return kind === 'template'
    ? { kind: 'document', uuid: id, isTemplate: true }
    : { kind: 'document', uuid: kind, isTemplate: undefined }
}
