import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconBan, IconCircleCheck, IconMailFast, type TablerIcon } from '@tabler/icons-react'
import type { UserRow } from '#contract/people/users.ts'
import type { AccessType } from '#domain/access/caller.ts'
import type { Flag } from '#domain/access/flags.ts'
import type { Tone } from '../../ui/Badge.tsx'

type Look = { tone: Tone; icon: TablerIcon; word: MessageDescriptor }

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

/** What a permission allows, in words. */
export const FLAG_WORDS: Record<Flag, MessageDescriptor> = {
  can_create_invoice: msg`Create documents`,
  can_edit_invoice: msg`Edit documents that came back`,
  can_view_invoice: msg`View documents`,
  can_export_csv: msg`Export lists as CSV`,
  can_approve_invoice: msg`Approve and reject documents`,
  can_view_all: msg`Read every screen, without creating`,
  can_perform_mapping: msg`Maintain data mappings`,
}

export const fullName = ({ first_name, last_name, username }: UserRow) =>
  `${first_name} ${last_name}`.trim() || username
