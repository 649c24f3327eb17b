import { invalidFields } from '#domain/problems.ts'
import { isUniqueViolation } from '../platform/db/database.ts'

/** A name with an @ answers for its owner's address only (0001-access.sql). Throws invalid_fields. */
export const demandOwnAddress = ({ username, email }: { username: string; email: string }) => {
  if (!username.includes('@') || username.toLowerCase() === email.toLowerCase()) return
  throw invalidFields({ username: ['A username with an @ must be the person’s own e-mail address.'] })
}

/** Saves what no other person may equal. Throws invalid_fields at the name that is taken, also by two at once. */
export const savedAlone = async <T>(save: () => Promise<T>): Promise<T> => {
  try {
    return await save()
  } catch (error) {
    for (const { constraint, field, message } of TAKEN) {
      if (isUniqueViolation(error, constraint)) throw invalidFields({ [field]: [message] })
    }
    throw error
  }
}

const TAKEN = [
  { constraint: 'users_username', field: 'username', message: 'Somebody has this username already.' },
  { constraint: 'users_email', field: 'email', message: 'Somebody has this e-mail address already.' },
] as const
