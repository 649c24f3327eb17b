import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconBan, IconCircleCheck, IconClockX } from '@tabler/icons-react'
import { type ApiKey, KEY_FLAGS, type KeyFlag } from '#contract/people/api-keys.ts'
import type { Look } from '../../ui/Badge.tsx'

/** How a key stands. */
export const KEY_LOOK: Record<ApiKey['state'], Look> = {
  active: { tone: 'good', icon: IconCircleCheck, word: msg`Active` },
  expired: { tone: 'neutral', icon: IconClockX, word: msg`Expired` },
  revoked: { tone: 'bad', icon: IconBan, word: msg`Revoked` },
}

/** What a key may do, in words. */
const KEY_FLAG_WORDS: Record<KeyFlag, MessageDescriptor> = {
  can_create_invoice: msg`Send new documents`,
  can_edit_invoice: msg`Change documents that came back`,
}

export const KEY_RIGHTS = KEY_FLAGS.map((flag) => ({ flag, word: KEY_FLAG_WORDS[flag] }))
