import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EditableField, Entity, EntityWrite } from '#contract/entities.ts'

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

/** The whole of a company as the server takes it, with what is to change. */
export const toWrite = (entity: Entity, changes: Partial<EntityWrite> = {}): EntityWrite => {
  // FIELDS holds each editable field once.
  const party = Object.fromEntries(FIELDS.map((field) => [field, entity[field]])) as Record<
    EditableField,
    string
  >
  const { environment, document_version } = entity
  return { ...party, environment, document_version, ...changes }
}

/** Whether anything differs from what is stored. */
export const isChanged = (entity: Entity, write: EntityWrite): boolean => {
  const stored = toWrite(entity)
  return FIELDS.some((field) => stored[field] !== write[field].trim())
}
