import { NOTE_TYPES, type NoteType } from './note-types.ts'

/** What a form was opened from: a document that a note corrects, one that is edited, or a template. */
export type OpenedFrom =
  | { kind: 'note'; from: string; type: NoteType | undefined }
  | { kind: 'document'; uuid: string; isTemplate: true | undefined }

/** Names the drafts of a form; `formOf` reads it back. */
export const noteSlot = (from: string, type: NoteType) => `note:${from}:${type}`
export const templateSlot = (uuid: string) => `template:${uuid}`

export const formOf = (slot: string): OpenedFrom => {
  const [kind = '', id = '', type] = slot.split(':')
  if (kind === 'note') return { kind, from: id, type: NOTE_TYPES.find((one) => one === type) }
  return kind === 'template'
    ? { kind: 'document', uuid: id, isTemplate: true }
    : { kind: 'document', uuid: kind, isTemplate: undefined }
}
