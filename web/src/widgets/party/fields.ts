import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Party } from '#domain/documents/document.ts'
import { COUNTRY_OPTIONS, ID_TYPE_OPTIONS, MSIC_OPTIONS, STATE_OPTIONS } from '../code-options.ts'
import type { Option } from '../search-select/match.ts'
import type { PartyName } from './labels.ts'

type Look = { length_max: number; wide?: true; type?: 'email' | 'tel' }

/** Room for what clerks paste: blanks and hyphens in numbers are taken out later. */
const NUMBER_LENGTH_MAX = 60

/** How each field is typed. The lengths are the authority's (domain/src/checks/parties.ts). */
export const PARTY_LOOKS: Record<PartyName, Look> = {
  name: { length_max: 300, wide: true },
  tin_no: { length_max: NUMBER_LENGTH_MAX },
  identity_type: { length_max: NUMBER_LENGTH_MAX },
  identity_number: { length_max: NUMBER_LENGTH_MAX },
  sst_no: { length_max: NUMBER_LENGTH_MAX },
  ttx_no: { length_max: NUMBER_LENGTH_MAX },
  msic_code: { length_max: NUMBER_LENGTH_MAX, wide: true },
  business_description: { length_max: 300, wide: true },
  address1: { length_max: 150, wide: true },
  address2: { length_max: 150, wide: true },
  address3: { length_max: 150, wide: true },
  zipcode: { length_max: 50 },
  city: { length_max: 50 },
  state: { length_max: 50 },
  country: { length_max: NUMBER_LENGTH_MAX },
  email: { length_max: 300, type: 'email' },
  contact_number: { length_max: NUMBER_LENGTH_MAX, type: 'tel' },
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
