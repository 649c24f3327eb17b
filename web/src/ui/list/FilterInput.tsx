import { useLingui } from '@lingui/react/macro'
import { Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { DateField } from '../DateField.tsx'
import classes from './FilterBar.module.css'
import type { FilterField } from './filters.ts'

const TEXT_LENGTH_MAX = 200

type Props = {
  field: FilterField
  value: string
  /** Of a date: what is wrong with it beside its own form. */
  error: string | undefined
  onChange: (value: string) => void
}

/** The field of one filter, of its kind. */
export const FilterInput = ({ field, value, error, onChange }: Props) => {
  const { t } = useLingui()
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
      return <DateField label={label} value={value} error={error} onChange={onChange} />
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
          data={[{ value: '', label: field.all }, ...field.options]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          label={label}
          data={field.options}
          value={value.split(',').filter(Boolean)}
          onChange={(chosen) => onChange(chosen.join(','))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t`Clear` }}
        />
      )
  }
}
