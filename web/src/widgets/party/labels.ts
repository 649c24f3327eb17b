import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { own } from '#codes/own.ts'
import type { Party } from '#domain/documents/document.ts'

/** What people may fill in of a party; its code is given by the portal. */
export type PartyName = Exclude<keyof Party, 'entity_code'>

/** What each field of a party is called, wherever one is shown. */
export const PARTY_LABELS: Record<PartyName, MessageDescriptor> = {
  name: msg`Name`,
  tin_no: msg`TIN`,
  identity_type: msg`Identity type`,
  identity_number: msg`Identity number`,
  sst_no: msg`SST number`,
  ttx_no: msg`Tourism tax number`,
  msic_code: msg`MSIC code`,
  business_description: msg`Business description`,
  address1: msg`Address line 1`,
  address2: msg`Address line 2`,
  address3: msg`Address line 3`,
  zipcode: msg`Postcode`,
  city: msg`City`,
  state: msg({ message: 'State', context: 'of a country' }),
  country: msg`Country`,
  email: msg`E-mail`,
  contact_number: msg`Phone`,
}

/** In the order of a form. */
// The keys of a literal.
export const PARTY_NAMES = Object.keys(PARTY_LABELS) as PartyName[]

const OPTIONAL: readonly PartyName[] = ['sst_no', 'ttx_no', 'address2', 'address3', 'zipcode', 'email']
/** What a company needs before it can issue anything. */
export const COMPANY_NEEDS = PARTY_NAMES.filter((field) => !OPTIONAL.includes(field))

/** The label of a field that somebody names, if it is one of a party. */
export const partyLabel = (field: string) => own<MessageDescriptor>(PARTY_LABELS, field)
