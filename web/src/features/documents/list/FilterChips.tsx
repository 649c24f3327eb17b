import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import { formatDate } from '../../../dates.ts'
import { told } from '../../../i18n.ts'
import { useProfile } from '../../../session/session.ts'
import { environmentWord } from '../../../widgets/environment-look.ts'
import classes from './FilterChips.module.css'
import { useFilterLabels } from './filter-labels.ts'
import type { Filters } from './invoices-address.ts'

/** The filters in force, each with a button that lifts it; so a hidden panel hides nothing. */
export const FilterChips = ({
  filters,
  onLift,
}: {
  filters: Filters
  onLift: (name: keyof Filters) => void
}) => {
  const { t, i18n } = useLingui()
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
            <span className={classes.value}>
              {name === 'sender_entity_code' ? <Companies codes={value} /> : inWords(name, value, i18n)}
            </span>
            <button type="button" aria-label={t`Remove filter ${label}`} onClick={() => onLift(name)}>
              <IconX size={14} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** By their names. */
const Companies = ({ codes }: { codes: string }) => {
  const { sender_entities } = useProfile()
  const nameOf = (code: string) => sender_entities.find((one) => one.entity_code === code)?.name ?? code
  return codes.split(',').map(nameOf).join(', ')
}

/** A filter as it is read: the status may be several, and names of ours that are none. */
const inWords = (name: keyof Filters, value: string, i18n: I18n) => {
  const each = value.split(',')
  if (name === 'status') return each.map(told).join(', ')
  if (name === 'environment') return each.map((one) => environmentWord(one, i18n)).join(', ')
  return name.startsWith('date_') ? formatDate(value) : value
}
