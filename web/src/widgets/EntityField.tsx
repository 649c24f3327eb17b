import { useLingui } from '@lingui/react/macro'
import { useProfile } from '../session/session.ts'
import { SearchSelect } from './search-select/SearchSelect.tsx'

type Props = {
  id: string
  path: string
  value: string
  error?: string | undefined
  onChoose: (option: { value: string }) => void
}

/** For which of the person's companies something is kept; nobody with one company is asked. */
export const EntityField = (choice: Props) => {
  const { t } = useLingui()
  const { sender_entities } = useProfile()
  if (sender_entities.length < 2) return null
  const options = sender_entities.map(({ entity_code, name, tin_no }) => ({
    value: entity_code,
    label: name,
    hint: tin_no,
  }))
  return <SearchSelect {...choice} label={t`Company`} required options={options} />
}

/** The id of the company that such a field names, unless it is known; empty while none is chosen. */
export const useEntityId = (entity_code: string, known?: { sender_entity_id: string }): string => {
  const { sender_entities: all } = useProfile()
  if (known) return known.sender_entity_id
  return (all.length === 1 ? all[0] : all.find((one) => one.entity_code === entity_code))?.id ?? ''
}
