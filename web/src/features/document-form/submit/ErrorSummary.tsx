import { Plural, useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import { HEADER_LABELS, LINE_LABELS } from '../../../widgets/document-labels.ts'
import { partyLabel } from '../../../widgets/party/labels.ts'
import { focusField } from '../focus-field.ts'
import { isAt } from '../form/errors.ts'
import { fieldId, useForm } from '../form-context.ts'
import classes from './submit.module.css'
import { ERROR_SUMMARY_ID } from './use-submit.ts'

/** All errors at the top of the form, each leading to its field. */
export const ErrorSummary = () => {
  const errors = useForm((snapshot) => snapshot.errors)
  const items = useForm(({ form }) => form.items)
  const nameOf = useFieldName()
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <section
      id={ERROR_SUMMARY_ID}
      tabIndex={-1}
      aria-labelledby={`${ERROR_SUMMARY_ID}-title`}
      className={classes.summary}
    >
      <h2 id={`${ERROR_SUMMARY_ID}-title`}>
        <Plural value={entries.length} one="There is # problem" other="There are # problems" />
      </h2>
      <ul>
        {entries.map(([key, message]) => {
          const position = items.findIndex((line) => isAt(`items.${line.id}`)(key))
          return (
            <li key={key}>
              <a href={`#${fieldId(key)}`} onClick={goTo(key)}>
                {nameOf(key, position)}
                {message}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const goTo = (key: string) => (event: MouseEvent) => {
  event.preventDefault()
  focusField(key)
}

const useFieldName = () => {
  const { t, i18n } = useLingui()
  const selfbilling = useForm(({ form }) => form.selfbilling)
  return (key: string, position: number) => {
    const [root = '', ...rest] = key.split('.')
    const last = rest.at(-1) ?? root
    if (root === 'items') {
      const label = Object.entries(LINE_LABELS).find(([field]) => field === last)?.[1]
      const line = position + 1
      if (position < 0) return ''
      if (!label) return t`Line ${line}: `
      const name = i18n._(label)
      return t`Line ${line}, ${name}: `
    }
    if (root === 'customer' || root === 'sender') {
      const side = (root === 'customer') === selfbilling ? t`Supplier` : t`Buyer`
      const label = partyLabel(last)
      return label ? `${side}, ${i18n._(label)}: ` : `${side}: `
    }
    const label = Object.entries(HEADER_LABELS).find(([field]) => field === root)?.[1]
    return label ? `${i18n._(label)}: ` : ''
  }
}
