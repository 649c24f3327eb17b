import { NO_NRIC } from '#domain/identity/likely-type.ts'
import { type Identity, normaliseIdentity } from '#domain/identity/normalise.ts'

/** What stands for no number: any customer may have it, as the server says too. */
const NONE = ['', 'NA', NO_NRIC]

/** The number as it will be kept, which no two customers of a company share; empty where it stands for none. */
export const numberOfOne = (typed: Identity): string => {
  const { identity_number } = normaliseIdentity(typed).party
  return NONE.includes(identity_number) ? '' : identity_number
}
