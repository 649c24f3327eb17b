import { fieldId } from './form-context.ts'
import { ERROR_SUMMARY_ID } from './submit/use-submit.ts'

/**
 * Puts the cursor into the control of a field (`customer.tin_no`, `items.{line id}.quantity`). Where there is none, or
 * none that may be used now, into the nearest: the party's, the line's first, else the list of all messages. A fold
 * around it opens.
 */
export const focusField = (key: string) => {
  for (const find of [itself, around, all]) {
    const control = find(key)
    const fold = control?.closest('details')
    if (fold) fold.open = true
    control?.focus({ preventScroll: true })
    if (!control || document.activeElement !== control) continue
    control.scrollIntoView({ block: 'center' })
    return
  }
}

const itself = (key: string) => (key === 'items' ? null : document.getElementById(fieldId(key)))

const around = (key: string): HTMLElement | null => {
  const [root = '', id] = key.split('.')
  if (root !== 'items') return document.getElementById(fieldId(root))
  const line = id ? `[data-line="${CSS.escape(id)}"]` : '[data-line]'
  return document.querySelector<HTMLElement>(`${line} [data-cell]`) ?? document.getElementById(fieldId(root))
}

const all = () => document.getElementById(ERROR_SUMMARY_ID)
