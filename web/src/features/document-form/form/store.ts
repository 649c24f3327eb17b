import { own } from '#codes/own.ts'
import { editHeader, editLine, fillLine, isBlank, withoutBlankLines } from './edit.ts'
import { type FormErrors, isAt, withoutErrors } from './errors.ts'
import { type DocumentForm, type FormLine, type HeaderField, type LineField, newLine } from './state.ts'

export type FormSnapshot = { form: DocumentForm; errors: FormErrors; touched: boolean }

/**
 * The form's state outside React, so that a keystroke renders the field it was typed into and not the page:
 * components subscribe to the slice they show.
 */
export type FormStore = ReturnType<typeof createFormStore>

/**
 * What an edit of a field answers beside what is said of that field: what it takes off the screen, and what is filled
 * anew because of it.
 */
const ALSO_ANSWERED: {
  header: Partial<Record<HeaderField, readonly HeaderField[]>>
  line: Partial<Record<LineField, readonly LineField[]>>
} = {
  header: {
    invoice_type: ['original_inv_number', 'original_inv_ref_number'],
    invoice_currency: ['currency_exchange_rate'],
    tax_rate: ['tax_exemption_reason'],
  },
  line: {
    tax_type: ['tax_rate', 'tax_exemption_reason'],
    unit_price: ['discount_rate', 'discount_amount'],
    quantity: ['discount_rate', 'discount_amount'],
    discount_rate: ['discount_amount'],
    discount_amount: ['discount_rate'],
  },
}

const answeredIn = (id: string, field: string) =>
  [field, ...(own(ALSO_ANSWERED.line, field) ?? [])].map((one) => `items.${id}.${one}`)

/** All lines as they are now, of which these fields were written. */
export const putLines = (
  store: FormStore,
  items: FormLine[],
  written: readonly { id: string; field: LineField }[],
) => {
  const fields = written.flatMap(({ id, field }) => answeredIn(id, field))
  store.change(
    (form) => ({ ...form, items }),
    (key) => key === 'items' || isAt(...fields)(key) || fields.some((field) => isAt(key)(field)),
  )
}

export const createFormStore = (opened: DocumentForm, errors: FormErrors = {}) => {
  let snapshot: FormSnapshot = { form: opened, errors, touched: false }
  const listeners = new Set<() => void>()
  const put = (next: Partial<FormSnapshot>) => {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }
  const change = (edit: (form: DocumentForm) => DocumentForm, answered: (key: string) => boolean) => {
    const form = edit(snapshot.form)
    // What is said of a customer goes with it.
    const gone = isAt(...(snapshot.form.customer && !form.customer ? ['customer'] : []))
    const errors = withoutErrors(snapshot.errors, (key) => answered(key) || gone(key))
    put({ form, errors, touched: true })
  }
  const lines = (edit: (items: FormLine[]) => FormLine[], ...fields: string[]) =>
    change(
      (form) => ({ ...form, items: edit(form.items) }),
      // What is said of all lines, or of a whole one, is answered by any edit in it.
      (key) => key === 'items' || isAt(...fields)(key) || fields.some((field) => isAt(key)(field)),
    )
  const editOne = (id: string, edit: (line: FormLine) => FormLine) => (items: FormLine[]) =>
    items.map((line) => (line.id === id ? edit(line) : line))

  return {
    get: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Any edit; `answered` says which errors it settles. */
    change,
    /** What the portal fills in by itself: no edit of the clerk's, so no draft comes of it. */
    fill: (part: Partial<DocumentForm>) => put({ form: { ...snapshot.form, ...part } }),
    setField: (field: HeaderField, value: string) =>
      change((form) => editHeader(form, field, value), isAt(field, ...(ALSO_ANSWERED.header[field] ?? []))),
    setLine: (id: string, field: LineField, value: string) =>
      lines(
        editOne(id, (line) => editLine(line, field, value)),
        ...answeredIn(id, field),
      ),
    fillLine: (id: string, filled: Partial<FormLine>) =>
      lines(
        editOne(id, (line) => fillLine(line, filled)),
        ...Object.keys(filled).flatMap((field) => answeredIn(id, field)),
      ),
    /** Adds a line after position `at` (at the end without one) and answers its id; a blank last line is reused. */
    addLine: (now_ms: number, at = snapshot.form.items.length - 1): string => {
      const items = snapshot.form.items
      const next = items[at + 1]
      if (next && isBlank(next)) return next.id
      const line = newLine(now_ms, items.length)
      lines((all) => [...all.slice(0, at + 1), line, ...all.slice(at + 1)])
      return line.id
    },
    removeLine: (id: string) => lines((items) => items.filter((line) => line.id !== id), `items.${id}`),
    /** Puts a removed line back where it stood. */
    restoreLine: (line: FormLine, at: number) =>
      lines((items) => [...items.slice(0, at), line, ...items.slice(at)]),
    /** Takes away the lines left blank behind the last Enter; where there is no other, the first stays to be filled. */
    dropBlankLines: () => {
      const { items } = withoutBlankLines(snapshot.form)
      put({ form: { ...snapshot.form, items: items.length > 0 ? items : snapshot.form.items.slice(0, 1) } })
    },
    /** One field is wrong by itself, as its reader sees when it is left. */
    complain: (key: string, message: string) => put({ errors: { ...snapshot.errors, [key]: message } }),
    showErrors: (next: FormErrors) => put({ errors: next }),
    /** The whole form anew (a draft that was offered back), with what is said of it. */
    replace: (form: DocumentForm, errors: FormErrors) => put({ form, errors, touched: true }),
  }
}
