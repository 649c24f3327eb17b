import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { FilterValue } from '../../../widgets/list-filters/FilterValue.tsx'
import { useFilterLabels } from '../../../widgets/list-filters/filter-labels.ts'
import classes from './FilterChips.module.css'
import type { Filters } from './invoices-address.ts'

type Props = {
  filters: Filters
  onLift: (name: keyof Filters) => void
  /** Lifts all, where no panel beside it does. */
  onReset?: (() => void) | undefined
}

/** The filters in force, each with a button that lifts it; so a hidden panel hides nothing. */
export const FilterChips = ({ filters, onLift, onReset }: Props) => {
  const { t } = useLingui()
  const labels = useFilterLabels()
  // Object.entries forgets that the keys are those of Filters.
  const all = Object.entries(filters) as [keyof Filters, string | undefined][]
  const set = all.flatMap(([name, value]) => (value ? [{ name, value }] : []))
  if (set.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t`Filters in force`}>
      {set.map(({ name, value }) => {
        const label = labels[name]
        return (
          <li key={name}>
            <span className={classes.label}>{label}</span>
            <FilterValue name={name} value={value} className={classes.value} />
            <button type="button" aria-label={t`Remove filter ${label}`} onClick={() => onLift(name)}>
              <IconX size={14} aria-hidden />
            </button>
          </li>
        )
      })}
      {onReset && (
        <li className={classes.reset}>
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            <Trans>Reset Filters</Trans>
          </Button>
        </li>
      )}
    </ul>
  )
}
