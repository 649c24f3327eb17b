import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { items, type SavedItem } from '#contract/items.ts'
import { isUntaxed } from '#domain/documents/totals.ts'
import { q } from '../../../api/queries.ts'
import { isForbidden } from '../../../ui/LoadError.tsx'
import type { Option } from '../../../widgets/search-select/match.ts'
import { tidyNumber } from '../form/numbers.ts'
import { useForm, useOpenForm } from '../form-context.ts'

const PAUSE_MS = 200
/** As many as the server answers at once; with fewer, all of them are here and the server need not be asked again. */
const FOUND_MAX = 200

/** The sender's saved items as choices, and what choosing one fills into a line. */
export const useSavedItems = () => {
  const { store } = useOpenForm()
  const sender_entity_id = useForm(({ form }) => form.sender?.sender_entity_id) || undefined
  const [typed, setSearch] = useState('')
  const [search] = useDebouncedValue(typed, PAUSE_MS)
  const every = useQuery(q(items.find, { query: { sender_entity_id } }))
  const all = every.data ?? NONE
  const cut = all.length >= FOUND_MAX
  const some = useQuery({
    ...q(items.find, { query: { sender_entity_id, search } }),
    enabled: cut && search !== '',
    placeholderData: keepPreviousData,
  })
  const rows = cut && search !== '' && some.data ? some.data : all
  const options = useDeferredValue(useMemo(() => rows.map(optionOf), [rows]))
  const fill = useCallback(
    (line_id: string, item_id: string) => {
      const item = rows.find(({ id }) => id === item_id)
      if (item) store.fillLine(line_id, filledBy(item))
    },
    [rows, store],
  )
  // Whoever may not read them writes the words, and misses nothing.
  const failed = [every, some].find(({ data, error }) => !data && error && !isForbidden(error))
  return { options, setSearch, fill, failed }
}

const NONE: SavedItem[] = []

const optionOf = (item: SavedItem): Option => ({
  value: item.id,
  code: item.classification,
  label: item.item_description,
})

const filledBy = (item: SavedItem) => ({
  item_description: item.item_description,
  classification: item.classification,
  tax_type: item.tax_type,
  tax_rate: isUntaxed(item.tax_type) ? '0.00' : tidyNumber(item.tax_rate, 'money'),
})
