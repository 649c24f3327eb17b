import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EditableField, Entity } from '#contract/entities.ts'

/** What each field of a company is called. */
export const PARTY_LABELS: Record<EditableField, MessageDescriptor> = {
  name: msg`Company Name`,
  tin_no: msg`TIN`,
  identity_type: msg`Identity Type`,
  identity_number: msg`Identity Number`,
  sst_no: msg`SST Number`,
  ttx_no: msg`Tourism Tax Number`,
  email: msg`Email`,
  contact_number: msg`Contact Number`,
  address1: msg`Address Line 1`,
  address2: msg`Address Line 2`,
  address3: msg`Address Line 3`,
  zipcode: msg`Postcode`,
  city: msg`City`,
  state: msg`State`,
  country: msg`Country`,
  msic_code: msg`MSIC Code`,
  business_description: msg`Business Activity`,
}

// The keys of a literal.
const FIELDS = Object.keys(PARTY_LABELS) as EditableField[]

/** The fields as a person sees them; a change is what differs from the stored company. */
export type PartyFields = Record<EditableField, string>

export const partyOf = (entity: Entity): PartyFields =>
  // FIELDS holds each editable field once.
  Object.fromEntries(FIELDS.map((field) => [field, entity[field]])) as PartyFields

/** What has to be sent: the fields that differ, without the blanks around them. */
export const changesOf = (entity: Entity, typed: PartyFields): Partial<PartyFields> =>
  Object.fromEntries(
    FIELDS.filter((field) => typed[field].trim() !== entity[field]).map((field) => [
      field,
      typed[field].trim(),
    ]),
  )
