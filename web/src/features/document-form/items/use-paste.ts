import { useLingui } from '@lingui/react/macro'
import type { ClipboardEvent } from 'react'
import { CLASSIFICATION_OPTIONS, TAX_TYPE_OPTIONS } from '../../../widgets/code-options.ts'
import { pastedCells } from '../../../widgets/entry/pasted-cells.ts'
import { type CellPlace, isTyped, type PastedLines, pasteLines } from '../form/paste-lines.ts'
import { putLines } from '../form/store.ts'
import { useOpenForm } from '../form-context.ts'
import { useNumberWords } from '../number-field.ts'
import { UNIT_OPTIONS } from '../options.ts'
import type { Done } from './use-line-actions.ts'

const LISTS = {
  classification: CLASSIFICATION_OPTIONS,
  unit_of_measurement: UNIT_OPTIONS,
  tax_type: TAX_TYPE_OPTIONS,
}

/** Spreads cells of a spreadsheet from the cell in focus on; the text of at most one is pasted like other text. */
export const usePaste = (onPasted: (done: Done) => void) => {
  const { store } = useOpenForm()
  const complaintsAbout = useComplaints()
  return (event: ClipboardEvent<HTMLElement>) => {
    const place = placeOf(event.target)
    if (place?.field === 'item_description' && isProse(event.clipboardData)) return
    const cells = place && pastedCells(event.clipboardData.getData('text/plain'))
    if (!cells || (cells.length === 1 && cells[0]?.length === 1)) return
    event.preventDefault()
    const before = store.get().form.items
    const pasted = pasteLines(before, place, cells, { lists: LISTS, now_ms: Date.now() })
    const { items: after, written, hidden, rows, rows_over, beyond } = pasted
    if (rows === 0) return
    putLines(store, after, written)
    store.showErrors({ ...store.get().errors, ...complaintsAbout(pasted) })
    onPasted({ kind: 'pasted', rows, rows_over, beyond, before, after, touched: [...written, ...hidden] })
  }
}

/** Whether nothing says that lines of text are cells: spreadsheets put tabs between those, and a table beside them. */
const isProse = (data: DataTransfer) =>
  !data.getData('text/plain').includes('\t') && !/<table\b/i.test(data.getData('text/html'))

const placeOf = (target: EventTarget): CellPlace | undefined => {
  if (!(target instanceof HTMLElement)) return undefined
  const id = target.closest<HTMLElement>('[data-line]')?.dataset.line
  const field = target.dataset.cell
  return id && field && isTyped(field) ? { id, field } : undefined
}

/** What is wrong by itself with what was pasted, there and then, by the keys of the form's errors. */
const useComplaints = () => {
  const { t } = useLingui()
  const { complaint } = useNumberWords()
  return ({ items, written, unread, hidden }: PastedLines): Record<string, string> => {
    const lines = new Map(items.map((line) => [line.id, line]))
    const figures = written.flatMap(({ id, field }) => {
      const words = complaint(field, lines.get(id)?.[field] ?? '')
      return words ? [[keyOf({ id, field }), words]] : []
    })
    const choices = unread.map((place) => [keyOf(place), t`Please choose from the list.`])
    const rates = hidden.map(({ text, ...place }) => [
      keyOf(place),
      place.field === 'discount_rate'
        ? t`“${text}” was not taken: the discount amount is another rate.`
        : t`“${text}” was not taken: this tax type has no rate.`,
    ])
    return Object.fromEntries([...figures, ...choices, ...rates])
  }
}

const keyOf = ({ id, field }: CellPlace) => `items.${id}.${field}`
