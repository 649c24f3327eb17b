import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, MultiSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { lists } from '#contract/lists.ts'
import { isCalendarDate } from '#domain/time/dates.ts'
import { q } from '../../../api/queries.ts'
import { useProfile } from '../../../session/session.ts'
import { Card } from '../../../ui/Card.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import classes from './FilterPanel.module.css'
import { useFilterLabels } from './filter-labels.ts'
import { type Filters, TEXT_FILTERS } from './list-search.ts'

type Props = {
  filters: Filters
  onApply: (filters: Filters) => void
  onReset: () => void
}

/** Edits the filters; nothing is asked for until Apply Filter. Remounted when the address changes them. */
export const FilterPanel = ({ filters, onApply, onReset }: Props) => {
  const { t } = useLingui()
  const labels = useFilterLabels()
  const [draft, setDraft] = useState(filters)
  const { store_code } = useProfile()
  const types = useQuery({ ...q(lists.uniqueTypes), staleTime: Number.POSITIVE_INFINITY })
  const set = (name: keyof Filters, value: string) => setDraft((before) => ({ ...before, [name]: value }))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    // What could not be read stands at its field with an error.
    const dates = [draft.date_start, draft.date_end]
    if (dates.every((date) => !date || isCalendarDate(date))) onApply(draft)
  }
  const date = (name: 'date_start' | 'date_end') => (
    <DateField label={labels[name]} value={draft[name] ?? ''} onChange={(value) => set(name, value)} />
  )
  const text = (name: keyof Filters) => (
    <TextInput
      key={name}
      label={labels[name]}
      value={draft[name] ?? ''}
      onChange={(event) => set(name, event.currentTarget.value)}
      maxLength={200}
    />
  )
  return (
    <Card>
      <form onSubmit={apply} aria-label={t`Filters`}>
        <div className={classes.grid}>
          {date('date_start')}
          {date('date_end')}
          {TEXT_FILTERS.map((name) => text(name))}
          <MultiSelect
            label={labels.invoice_type}
            data={(types.data?.invoice_types ?? []).map(({ code, description }) => ({
              value: code,
              label: `${code} ${description}`,
            }))}
            value={split(draft.invoice_type)}
            onChange={(codes) => set('invoice_type', codes.join(','))}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t`Clear` }}
          />
          <MultiSelect
            label={labels.sender_store_code}
            data={store_code.map(({ code, name }) => ({
              value: code,
              label: name ? `${code} ${name}` : code,
            }))}
            value={split(draft.sender_store_code)}
            onChange={(codes) => set('sender_store_code', codes.join(','))}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t`Clear` }}
          />
        </div>
        <Group gap="xs" mt="md">
          <Button type="submit">
            <Trans>Apply Filter</Trans>
          </Button>
          <Button variant="default" onClick={onReset}>
            <Trans>Reset Filters</Trans>
          </Button>
        </Group>
      </form>
    </Card>
  )
}

const split = (codes: string | undefined) => codes?.split(',').filter(Boolean) ?? []
