import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconBan, IconCircleCheck, IconMailFast } from '@tabler/icons-react'
import type { UserRow } from '#contract/people/users.ts'
import type { AccessType } from '#domain/access/caller.ts'
import type { Look } from '../../ui/Badge.tsx'

/** How an account stands. */
export const STATE_LOOK: Record<UserRow['state'], Look> = {
  active: { tone: 'good', icon: IconCircleCheck, word: msg`Active` },
  invited: { tone: 'waiting', icon: IconMailFast, word: msg`Invited` },
  deactivated: { tone: 'neutral', icon: IconBan, word: msg`Deactivated` },
}

/** As in the reports. */
export const TYPE_WORDS: Record<AccessType, MessageDescriptor> = {
  superadmin: msg`Admin`,
  staff: msg`Staff`,
  user: msg`User`,
}

export const ORIGIN_WORDS: Record<UserRow['origin'], MessageDescriptor> = {
  local: msg`Local`,
  directory: msg`Directory`,
}
