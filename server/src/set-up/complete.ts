import type { Output } from '#contract/endpoint.ts'
import type { FirstCompany, setUp } from '#contract/installation/set-up.ts'
import { checkSender } from '#domain/checks/sender.ts'
import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { type FieldErrors, invalidFields } from '#domain/problems.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { hashPassword, passwordFault } from '../access/passwords.ts'
import { equipIfPossible } from '../entities/access/equip.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction, isUniqueViolation } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import { demandLink, useLink } from './link.ts'
import { makeCompany, makeGroups, makePerson } from './make.ts'

type By = { db: Db; now: Date; log: Log; box: SecretBox; simulator_url: string }

/**
 * Makes the first superadmin, company, department and groups in one transaction, once. Throws conflict for a link
 * that does not work or was used already, invalid_fields for what may not be.
 */
export const completeSetUp = async (
  by: By,
  { token, new_password, ...typed }: FirstCompany & { token: string },
): Promise<Output<typeof setUp.complete>> => {
  const { db, now } = by
  const { party: given, changes } = normaliseIdentity(typed)
  await demandLink(by, token)
  refuse({ ...faultsOf(given, now), ...passwordFaults(new_password) })
  const password_hash = await hashPassword(new_password)
  try {
    await inTransaction(db, async (tx) => {
      await useLink(tx, token, now)
      await makePerson({ tx, now }, { ...given, password_hash })
      await makeCompany({ tx, now, box: by.box }, given)
      await makeGroups({ tx, now })
    })
  } catch (error) {
    throw takenName(error) ?? error
  }
  // The simulator's own credentials and test certificate, where it is chosen.
  await equipIfPossible(by)
  return { username: given.username, company: given.name, changes }
}

type Given = Omit<FirstCompany, 'new_password'>

const passwordFaults = (password: string): FieldErrors => {
  const fault = passwordFault(password)
  return fault === undefined ? {} : { new_password: [fault] }
}

/** The rules of a company are those of its own page; credentials come both or not at all. */
const faultsOf = ({ client_id, client_secret, ...given }: Given, now: Date): FieldErrors => ({
  ...checkSender({ ...given, entity_code: '' }, malaysianDate(now)),
  ...(client_id === '' && client_secret !== '' && { client_id: ['Please enter the client id.'] }),
  ...(client_id !== '' && client_secret === '' && { client_secret: ['Please enter the client secret.'] }),
})

const refuse = (errors: FieldErrors) => {
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

/** Somebody of the directory may have signed in before the set-up. */
const takenName = (error: unknown) => {
  if (isUniqueViolation(error, 'users_username'))
    return invalidFields({ username: ['Another account has this username.'] })
  if (isUniqueViolation(error, 'users_email'))
    return invalidFields({ account_email: ['Another account has this e-mail address.'] })
  return undefined
}
