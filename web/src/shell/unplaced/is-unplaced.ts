import type { Profile } from '#contract/people/session.ts'
import { paths } from '../../paths.ts'

type Person = Pick<Profile, 'access_type' | 'sender_entities' | 'store_code'>

/**
 * Whether a person can do nothing at an address, for want of a company and a department. Others ask for them, but whom
 * should a superadmin ask? The screens of administration, where companies are added, stay open to them. So does the
 * defect tracker, where they may find what happened.
 */
export const isUnplaced = ({ access_type, sender_entities, store_code }: Person, pathname: string) =>
  (sender_entities.length === 0 || store_code.length === 0) &&
  !(access_type === 'superadmin' && ADMINISTRATION.some((path) => `${pathname}/`.startsWith(`${path}/`)))

const ADMINISTRATION = [paths.admin, paths.dataMapping, paths.support]
