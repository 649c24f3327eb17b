import { useLingui } from '@lingui/react/macro'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { FilterBar } from '../../../ui/list/FilterBar.tsx'
import type { FilterField } from '../../../ui/list/filters.ts'
import { environmentWord } from '../../../widgets/environment-look.ts'
import { useFilterLabels } from '../../../widgets/list-filters/filter-labels.ts'
import { useTypeChoices } from '../../../widgets/list-filters/use-type-choices.tsx'
import { usePlaceFields } from '../use-place-fields.ts'
import { type Filters, TEXT_FILTERS } from './invoices-address.ts'

type Props = {
  filters: Filters
  onApply: (filters: Filters) => void
  onReset: () => void
}

/** Beside the dates. */
const OFTEN: ReadonlySet<string> = new Set(['buyer_name', 'invoice_number'])

/** The filters of the list; two dates, eight texts and the choices. */
export const FilterPanel = ({ filters, onApply, onReset }: Props) => {
  const { t, i18n } = useLingui()
  const labels = useFilterLabels()
  const places = usePlaceFields(filters.sender_entity_code)
  const types = useTypeChoices()
  const fields: FilterField<keyof Filters>[] = [
    { name: 'date_start', label: labels.date_start, kind: 'date' },
    { name: 'date_end', label: labels.date_end, kind: 'date' },
    ...TEXT_FILTERS.map((name) => ({
      ...{ name, label: labels[name], kind: 'text' as const },
      ...(!OFTEN.has(name) && { rare: true as const }),
    })),
    {
      name: 'invoice_type',
      label: labels.invoice_type,
      rare: true,
      kind: 'choices',
      ...types,
    },
    ...places.map((field) => ({ ...field, rare: true as const })),
    {
      name: 'environment',
      label: labels.environment,
      rare: true,
      kind: 'choices',
      options: ENVIRONMENTS.map((value) => ({ value, label: environmentWord(value, i18n) })),
    },
  ]
  return (
    <FilterBar
      fields={fields}
      values={filters}
      onApply={onApply}
      onClear={onReset}
      words={{ apply: t`Apply Filter`, clear: t`Reset Filters` }}
    />
  )
}
