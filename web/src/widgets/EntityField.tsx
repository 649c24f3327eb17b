import { useLingui } from '@lingui/react/macro'
import { useProfile } from '../session/session.ts'
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

/** The id of the company that such a field names, unless it is known; empty while none is chosen. */
export const useEntityId = (entity_code: string, known?: { sender_entity_id: string }): string => {
  const all = useActiveEntities()
  if (known) return known.sender_entity_id
  return (all.length === 1 ? all[0] : all.find((one) => one.entity_code === entity_code))?.id ?? ''
}

const useActiveEntities = () => useProfile().sender_entities.filter(({ is_active }) => is_active)
