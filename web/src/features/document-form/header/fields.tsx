import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DateField as PlainDateField } from '../../../ui/DateField.tsx'
import { HEADER_LABELS } from '../../../widgets/document-labels.ts'
import { CHARS_TAKEN_MAX } from '../../../widgets/entry/room.ts'
import type { Option } from '../../../widgets/search-select/match.ts'
import { SearchSelect } from '../../../widgets/search-select/SearchSelect.tsx'
import { tidyNumber } from '../form/numbers.ts'
import { type HeaderField, PRECISION } from '../form/state.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
import { useNumberField } from '../number-field.ts'

type Props = {
  field: HeaderField
  required?: boolean
  readOnly?: boolean
  placeholder?: string
  description?: ReactNode
}

/** What every header field shares: its value, its error, its label, and how it is typed. */
export const useHeaderField = ({ field, required = false, readOnly = false, ...rest }: Props) => {
  const { i18n } = useLingui()
  const { store } = useOpenForm()
  const value = useForm(({ form }) => form[field])
  const error = useForm(({ errors }) => errors[field])
  const set = (text: string) => store.setField(field, text)
  const label = i18n._(HEADER_LABELS[field])
  return { value, set, input: { id: fieldId(field), label, error, required, readOnly, ...rest } }
}

export const TextField = (props: Props) => {
  const { value, set, input } = useHeaderField(props)
  return (
    <TextInput
      {...input}
      value={value}
      maxLength={CHARS_TAKEN_MAX}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

export const LongTextField = (props: Props) => {
  const { value, set, input } = useHeaderField(props)
  return (
    <Textarea
      {...input}
      value={value}
      maxLength={CHARS_TAKEN_MAX}
      onChange={(event) => set(event.currentTarget.value)}
      autosize
      minRows={1}
      maxRows={6}
    />
  )
}

/** A figure: shown with separators, except while it is typed; the arrow keys step it. */
export const NumberField = (props: Props) => {
  const { value, set, input } = useHeaderField(props)
  const [typing, setTyping] = useState(false)
  const figure = useNumberField({ key: props.field, field: props.field, value, set })
  return (
    <TextInput
      {...input}
      className="figures"
      inputMode="decimal"
      aria-description={figure.description}
      onKeyDown={figure.step}
      value={typing ? value : tidyNumber(value, PRECISION[props.field] ?? 'money')}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false)
        figure.leave()
      }}
      onChange={(event) => set(event.currentTarget.value)}
      styles={{ input: { textAlign: 'right' } }}
    />
  )
}

export const DateField = (props: Props) => {
  const { value, set, input } = useHeaderField(props)
  return <PlainDateField {...input} value={value} onChange={set} />
}

export const SelectField = ({
  options,
  disabled,
  onChosen,
  ...props
}: Props & { options: Option[]; disabled?: boolean; onChosen?: (value: string) => void }) => {
  const { value, set, input } = useHeaderField(props)
  const { readOnly: _, ...rest } = input
  return (
    <SearchSelect
      {...rest}
      options={options}
      value={value}
      onChoose={({ value }) => {
        set(value)
        onChosen?.(value)
      }}
      // The checks refuse what is no code, so that nothing is sent in place of what stands there.
      onUnread={set}
      onClear={props.required ? undefined : () => set('')}
      disabled={disabled}
    />
  )
}

/** Free text, for which the usual words are offered. */
export const SuggestingField = ({ options, ...props }: Props & { options: Option[] }) => {
  const { value, set, input } = useHeaderField(props)
  const { readOnly: _, ...rest } = input
  return (
    <SearchSelect
      {...rest}
      options={options}
      value={value}
      onType={set}
      onChoose={(option) => set(option.value)}
    />
  )
}
