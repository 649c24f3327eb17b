import type { Profile } from '#contract/people/session.ts'
import { paths } from '../paths.ts'

type Person = Pick<Profile, 'access_type' | 'sender_entities' | 'store_code'>

/**
 * What a person finds at an address. Without a company and a department nobody can do anything, and has to ask for
 * them; but whom should a superadmin ask? The screens of administration, where companies are added, stay open to them.
 */
export const placeOf = ({ access_type, sender_entities, store_code }: Person, pathname: string) => {
  if (sender_entities.length > 0 && store_code.length > 0) return 'screen'
  if (access_type !== 'superadmin') return 'nowhere'
  return `${pathname}/`.startsWith(`${paths.admin}/`) ? 'screen' : 'no company'
}
