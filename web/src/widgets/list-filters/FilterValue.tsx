import { useLingui } from '@lingui/react/macro'
import { formatDate } from '../../dates.ts'
import { told } from '../../i18n.ts'
import { useProfile } from '../../session/session.ts'
import { environmentWord } from '../environment-look.ts'
import type { FilterName } from './filter-labels.ts'

/** What a filter asks for as it is read: several are joined by commas, and names of ours are none of theirs. */
export const FilterValue = ({ name, value }: { name: FilterName; value: string }) => {
  const { i18n } = useLingui()
  const each = value.split(',')
  if (name === 'sender_entity_code') return <Companies codes={each} />
  if (name === 'status') return each.map(told).join(', ')
  if (name === 'environment') return each.map((one) => environmentWord(one, i18n)).join(', ')
  return name.startsWith('date_') ? formatDate(value) : value
}

/** By their names. */
const Companies = ({ codes }: { codes: readonly string[] }) => {
  const { sender_entities } = useProfile()
  const nameOf = (code: string) => sender_entities.find((one) => one.entity_code === code)?.name ?? code
  return codes.map(nameOf).join(', ')
}
