import { useLingui } from '@lingui/react/macro'
import { useProfile } from '../../session/session.ts'
import type { FilterField } from '../../ui/list/filters.ts'
import { storeOptions } from '../../widgets/list-filters/store-options.ts'

type Name = 'sender_entity_code' | 'sender_store_code'

/**
 * The filters of who issued a document: Company, for whoever has several, or where it holds, and Department, of the
 * companies that are chosen.
 */
export const usePlaceFields = (chosen: string | undefined): (FilterField<Name> & { kind: 'choices' })[] => {
  const { t } = useLingui()
  const { sender_entities, store_code } = useProfile()
  const several = sender_entities.length > 1 || chosen !== undefined
  const storesOf = (codes: readonly string[]) => {
    const of = sender_entities.filter(({ entity_code }) => codes.includes(entity_code))
    return storeOptions(store_code.filter((store) => of.some(({ id }) => id === store.sender_entity_id)))
  }
  const company = {
    ...({ name: 'sender_entity_code', label: t`Company`, kind: 'choices' } as const),
    options: sender_entities.map(({ entity_code, name }) => ({ value: entity_code, label: name })),
  }
  const department = {
    ...({ name: 'sender_store_code', label: t`Department`, kind: 'choices' } as const),
    options: storeOptions(store_code),
    narrowed: { by: 'sender_entity_code', to: storesOf } as const,
  }
  return several ? [company, department] : [department]
}
