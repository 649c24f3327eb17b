import type { Entity } from '#contract/entities.ts'
import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { PARTY_NAMES, type PartyName } from '../../widgets/party/labels.ts'

/** The fields as a person sees them; a change is what differs from the stored company. */
type PartyFields = Record<PartyName, string>

export const particularsOf = (entity: Entity): PartyFields =>
  // PARTY_NAMES holds each field once.
  Object.fromEntries(PARTY_NAMES.map((field) => [field, entity[field]])) as PartyFields

/** What has to be sent: the fields that differ as they will be written, without the blanks around them. */
export const changesOf = (entity: Entity, typed: PartyFields): Partial<PartyFields> => {
  const { party } = normaliseIdentity(typed)
  return Object.fromEntries(
    PARTY_NAMES.filter((field) => party[field].trim() !== entity[field]).map((field) => [
      field,
      typed[field].trim(),
    ]),
  )
}
