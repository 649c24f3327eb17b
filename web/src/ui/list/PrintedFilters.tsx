import { own } from '#codes/own.ts'
import { formatDate } from '../../dates.ts'
import type { FilterField, FilterValues } from './filters.ts'
import classes from './List.module.css'

type Props = { fields: readonly FilterField[]; values: FilterValues }

/** On paper, where no field stands: what the list is narrowed by, so that nobody takes it for the whole. */
export const PrintedFilters = ({ fields, values }: Props) => (
  <ul className={classes.printed}>
    {fields
      .map((field) => ({ field, value: own<string | undefined>(values, field.name) }))
      .flatMap(({ field, value }) => (value ? [<li key={field.name}>{inWords(field, value)}</li>] : []))}
  </ul>
)

const inWords = (field: FilterField, value: string): string => {
  const { label } = field
  switch (field.kind) {
    case 'flag':
      return label
    case 'date':
      return `${label}: ${formatDate(value)}`
    case 'text':
      return `${label}: ${value}`
    case 'choice':
    case 'choices': {
      const words = new Map(field.options.map((option) => [option.value, option.label]))
      const chosen = field.kind === 'choice' ? [value] : value.split(',')
      return `${label}: ${chosen.map((one) => words.get(one) ?? one).join(', ')}`
    }
  }
}
