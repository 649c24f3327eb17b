import type { LinkProps } from '@tanstack/react-router'
import type { Flag } from '#domain/access/flags.ts'
import { paths } from '../../paths.ts'
import { NOTE_TYPES, type NoteType } from './note-types.ts'

/** The slot of a document that is begun from nothing. */
export const NEW_DOCUMENT = 'new'

/** Names the drafts of a form by what it was opened from; `formLink` reads it back. A document's is its uuid. */
export const noteSlot = (from: string, type: NoteType) => `note:${from}:${type}`
export const copySlot = (from: string) => `copy:${from}`
export const correctSlot = (from: string) => `correct:${from}`
export const templateSlot = (uuid: string) => `template:${uuid}`

export const isOfNote = (slot: string) => slot.startsWith('note:')

/** The way to the form in which drafts of this slot were begun, and which offers them. */
export const formLink = (slot: string): LinkProps => {
  if (slot === NEW_DOCUMENT) return { to: paths.create }
  const [kind = '', id = '', type] = slot.split(':')
  switch (kind) {
    case 'note':
      return { to: paths.create, search: { from: id, type: NOTE_TYPES.find((one) => one === type) } }
    case 'copy':
    case 'correct':
      return { to: paths.create, search: { [kind]: id } }
    case 'template':
      return { to: paths.edit, params: { uuid: id }, search: { isTemplate: true } }
    default:
      return { to: paths.edit, params: { uuid: kind } }
  }
}

/** What whoever goes on with a draft of this slot must hold: all but an edit ends as a new document. */
export const flagFor = (slot: string): Flag =>
  slot === NEW_DOCUMENT || slot.includes(':') ? 'can_create_invoice' : 'can_edit_invoice'
