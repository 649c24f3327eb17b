import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AccessType } from '#domain/access/caller.ts'

export const ACCESS_TYPE_WORDS: Record<AccessType, MessageDescriptor> = {
  superadmin: msg`Superadmin`,
  staff: msg`Staff`,
  user: msg`User`,
}

/** What stands where nothing is known (specification 1 §2). */
export const NOT_AVAILABLE = 'N/A'

/** The texts that there are, with commas between them. */
export const listed = (texts: readonly string[]): string =>
  texts.filter((text) => text.trim() !== '').join(', ') || NOT_AVAILABLE

/** A key of an error type as a heading: `on_hold` is “On hold”. */
export const headingOf = (key: string): string => {
  const words = key.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
