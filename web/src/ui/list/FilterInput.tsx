import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { later } from '../later/later.ts'
import classes from './FilterBar.module.css'
import type { FilterField } from './filters.ts'

/** Few lists have them, and they are heavy. */
const ChoicesInput = later(async () => (await import('./ChoicesInput.tsx')).ChoicesInput)
const DateField = later(async () => (await import('../DateField.tsx')).DateField)

const TEXT_LENGTH_MAX = 200

type Props = {
  field: FilterField
  value: string
  /** What is wrong with it; of a date, beside its own form. */
  error: string | undefined
  onChange: (value: string) => void
}

/** The field of one filter, of its kind. */
export const FilterInput = ({ field, value, error, onChange }: Props) => {
  const { label } = field
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          label={label}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={TEXT_LENGTH_MAX}
        />
      )
    case 'date':
      return (
        <Suspense fallback={<TextInput label={label} disabled />}>
          <DateField label={label} value={value} error={error} onChange={onChange} />
        </Suspense>
      )
    case 'flag':
      return (
        <Checkbox
          className={classes.flag}
          label={label}
          checked={value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          label={label}
          error={field.failed}
          data={[{ value: '', label: field.all }, ...field.options]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'choices':
      return (
        <Suspense fallback={<TextInput label={label} disabled />}>
          <ChoicesInput
            label={label}
            error={error ?? field.failed}
            data={field.options}
            value={value.split(',').filter(Boolean)}
            onChange={(chosen) => onChange(chosen.join(','))}
          />
        </Suspense>
      )
  }
}
