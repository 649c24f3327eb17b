import { useLingui } from '@lingui/react/macro'
import { useProfile } from '../session/session.ts'
import { Facts } from '../ui/Facts.tsx'
import type { Column } from '../ui/table/table.ts'
import { SearchSelect } from './search-select/SearchSelect.tsx'

type Props = {
  id: string
  path: string
  value: string
  error?: string | undefined
  onChoose: (option: { value: string }) => void
  onUnread?: (typed: string) => void
}

/** For which of the person's active companies something is kept; nobody with one company is asked. */
export const EntityField = (choice: Props) => {
  const { t } = useLingui()
  const companies = useActiveEntities()
  if (companies.length < 2) return null
  const options = companies.map(({ entity_code, name, tin_no }) => ({
    value: entity_code,
    label: name,
    hint: tin_no,
  }))
  return <SearchSelect {...choice} label={t`Company`} required options={options} />
}

/** Names the company of what is kept for one, to whoever works for several; nobody else needs to be told. */
export const useCompanyOf = (): ((row: OfCompany) => string) | undefined => {
  const all = useProfile().sender_entities
  if (all.length < 2) return undefined
  return ({ sender_entity_id }) => all.find(({ id }) => id === sender_entity_id)?.name ?? ''
}
type OfCompany = { sender_entity_id: string }

/** Where a list names it: beside what a row is called. Its rows come in no order of companies. */
export const useCompanyColumn = (): Column<OfCompany>[] => {
  const { t } = useLingui()
  const companyOf = useCompanyOf()
  if (!companyOf) return []
  return [
    {
      key: 'sender_entity_id',
      header: t`Company`,
      ...{ cell: companyOf, full: companyOf },
      ...{ width_max: 200, unsorted: true },
    },
  ]
}

/** For which company something is kept, above its fields: this is never changed. */
export const EntityFact = (row: OfCompany) => {
  const { t } = useLingui()
  const companyOf = useCompanyOf()
  return companyOf && <Facts layout="list" facts={[[t`Company`, companyOf(row)]]} />
}

/** The id of the company that such a field names, unless it is known; empty while none is chosen. */
export const useEntityId = (entity_code: string, known?: { sender_entity_id: string }): string => {
  const all = useActiveEntities()
  if (known) return known.sender_entity_id
  return (all.length === 1 ? all[0] : all.find((one) => one.entity_code === entity_code))?.id ?? ''
}

const useActiveEntities = () => useProfile().sender_entities.filter(({ is_active }) => is_active)
