import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { Party } from '#domain/documents/document.ts'
import { CHARS_TAKEN_MAX } from '../entry/room.ts'
import { SearchSelect } from '../search-select/SearchSelect.tsx'
import { chosen, optionsFor, PARTY_LOOKS } from './fields.ts'
import { PARTY_LABELS, type PartyName } from './labels.ts'

type Props = {
  field: PartyName
  party: Readonly<Partial<Party>>
  id: string
  error?: string | undefined
  required?: boolean
  /** What is different now; a choice may change more than its own field. */
  onChange: (part: Partial<Party>) => void
}

/** One field of a party, typed or chosen, for whatever form it stands in. */
export const PartyField = ({ field, party, id, error, required = false, onChange }: Props) => {
  const { i18n } = useLingui()
  const { type = 'text' } = PARTY_LOOKS[field] ?? {}
  const options = optionsFor(field, party)
  const shared = { id, error, required, label: i18n._(PARTY_LABELS[field]), value: party[field] ?? '' }
  if (options) {
    const choose = (option: (typeof options)[number]) => onChange(chosen(field, option, party))
    const keep = (typed: string) => onChange({ [field]: typed })
    return <SearchSelect {...shared} path={field} options={options} onChoose={choose} onUnread={keep} />
  }
  return (
    <TextInput
      {...shared}
      data-path={field}
      type={type}
      maxLength={CHARS_TAKEN_MAX}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
}
