import type { Caller } from '#domain/access/caller.ts'
import type { Hook } from './rows.ts'

export const OFF = 'The webhook is switched off.'
export const NO_KEY = 'The API key has been revoked or has expired.'
export const NO_OWNER = 'The account of the webhook’s owner is deactivated.'
export const NOT_COVERED = 'The API key no longer covers the document.'

/** Why nothing may be told now; undefined where it may. `key`: undefined where it opens nothing any more. */
export const obstacleOf = (
  { is_active, owner_is_active }: Pick<Hook, 'is_active' | 'owner_is_active'>,
  key: Caller | undefined,
): string | undefined => {
  if (!is_active) return OFF
  if (!key) return NO_KEY
  return owner_is_active ? undefined : NO_OWNER
}
