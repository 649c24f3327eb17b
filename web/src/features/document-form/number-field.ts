import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { LIMITS, numberFault, stepped } from './form/limits.ts'
import type { HeaderField, LineField } from './form/state.ts'
import { useOpenForm } from './form-context.ts'

type Figure = { key: string; field: HeaderField | LineField; value: string; set: (text: string) => void }

/**
 * What every field of figures shares: its limits are told to screen readers, and to everybody once it is left with
 * something else, so that nothing counts as a silent 0.00. `step` answers the arrow keys.
 */
export const useNumberField = ({ key, field, value, set }: Figure) => {
  const { store } = useOpenForm()
  const words = useNumberWords()
  return {
    description: words.limits(field),
    leave: () => {
      const complaint = words.complaint(field, value)
      if (complaint) store.complain(key, complaint)
    },
    step: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      event.preventDefault()
      set(stepped(field, value, event.key === 'ArrowUp' ? 'up' : 'down'))
    },
  }
}

/** The sentences about figures. */
export const useNumberWords = () => {
  const { t } = useLingui()
  const limitsOf = (field: HeaderField | LineField) => {
    const { min, above, max, places = 0 } = LIMITS[field] ?? {}
    if (max !== undefined) return t`A number from ${min} to ${max} with at most ${places} decimal places.`
    return above === undefined
      ? t`A number from ${min} up with at most ${places} decimal places.`
      : t`A number above ${above} with at most ${places} decimal places.`
  }
  return {
    limits: limitsOf,
    complaint: (field: HeaderField | LineField, text: string): string | undefined => {
      const limits = LIMITS[field]
      const fault = limits && numberFault(text, limits)
      if (fault === 'unreadable') return t`Please enter a number.`
      return fault && limitsOf(field)
    },
  }
}
