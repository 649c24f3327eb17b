import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Party } from '#domain/documents/document.ts'
import { COUNTRY_OPTIONS, ID_TYPE_OPTIONS, MSIC_OPTIONS, STATE_OPTIONS } from '../code-options.ts'
import type { Option } from '../search-select/match.ts'
import type { PartyName } from './labels.ts'

type Look = { wide?: true; type?: 'email' | 'tel' }

/** How fields are typed, where not as a short text. */
export const PARTY_LOOKS: Readonly<Partial<Record<PartyName, Look>>> = {
  name: { wide: true },
  msic_code: { wide: true },
  business_description: { wide: true },
  address1: { wide: true },
  address2: { wide: true },
  address3: { wide: true },
  email: { type: 'email' },
  contact_number: { type: 'tel' },
}

const HOME = 'MYS'

/** NA is the portal's own word for who has no number (specification 2 §3). */
const identityOptions = (): Option[] => [
  ...ID_TYPE_OPTIONS,
  { value: 'NA', code: 'NA', label: i18n._(msg`No number (consolidated documents)`) },
]

/** The choices of a field, none where it is free text: states are listed for Malaysia alone. */
export const optionsFor = (field: PartyName, { country = HOME }: Partial<Party>): Option[] | undefined => {
  switch (field) {
    case 'identity_type':
      return identityOptions()
    case 'msic_code':
      return MSIC_OPTIONS
    case 'country':
      return COUNTRY_OPTIONS
    case 'state':
      return country === HOME || country === '' ? STATE_OPTIONS : undefined
    default:
      return undefined
  }
}

/** What changes of a party with one choice: a business is described by its code, and no state is in two countries. */
export const chosen = (field: PartyName, { value, label }: Option, party: Partial<Party>): Partial<Party> => {
  if (field === 'msic_code') return { msic_code: value, business_description: label }
  const moved = field === 'country' && (value === HOME) !== (party.country === HOME)
  return { [field]: value, ...(moved && { state: '' }) }
}
