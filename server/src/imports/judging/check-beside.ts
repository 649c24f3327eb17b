import { isNote } from '#domain/documents/document.ts'
import { chargingOf, comingOriginal, type Original } from '../../documents/life/credit-limit.ts'
import type { SavedDocument } from '../../documents/life/save.ts'
import { checkNotes } from '../../intake/accept-new.ts'
import type { Taker } from './take-document.ts'

/**
 * Of documents that are only checked, one after the other, notes last: each is undone before the next comes, so notes
 * are held here to those of their file. Throws invalid_fields as storing them would.
 */
export const openBeside = (by: Pick<Taker, 'db' | 'caller'>) => {
  const beside: Original[] = []
  return async (row: SavedDocument): Promise<void> => {
    if (isNote(row.invoice_type)) {
      if (beside.length > 0) await checkNotes(by, [row], beside)
      return
    }
    const charging = chargingOf(row.content)
    // What an edit charges is held against what is stored: it would be two.
    if (charging && row.revision === 1) beside.push(comingOriginal(row, charging))
  }
}
