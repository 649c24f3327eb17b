import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconColumns3,
  IconListCheck,
  IconLoader,
} from '@tabler/icons-react'
import type { ImportColumn, ImportState } from '#contract/imports/shapes.ts'
import type { Look } from '../../ui/Badge.tsx'

/** How an upload stands, in words of what is to be done next. */
export const STATE_LOOK: Record<ImportState, Look> = {
  matching: { tone: 'waiting', icon: IconColumns3, word: msg`Columns to match` },
  loading: { tone: 'moving', icon: IconLoader, word: msg`Reading` },
  checking: { tone: 'moving', icon: IconLoader, word: msg`Checking` },
  checked: { tone: 'waiting', icon: IconListCheck, word: msg`Ready to store` },
  storing: { tone: 'moving', icon: IconLoader, word: msg`Storing` },
  done: { tone: 'good', icon: IconCircleCheck, word: msg`Done` },
  cancelled: { tone: 'neutral', icon: IconBan, word: msg`Cancelled` },
  failed: { tone: 'bad', icon: IconAlertTriangle, word: msg`Failed` },
}

/** How the field of a column was found. */
export const MATCH_WORDS: Record<ImportColumn['match'], MessageDescriptor> = {
  known: msg`By its name`,
  remembered: msg`As last time`,
  guessed: msg`Guessed`,
  chosen: msg`Chosen`,
  none: msg`Left out`,
}

/** While the server is at work its counts move. */
export const isWorking = (state: ImportState | undefined) =>
  state === 'loading' || state === 'checking' || state === 'storing'

/** Nothing more happens to it. */
export const isOver = (state: ImportState) => state === 'done' || state === 'cancelled' || state === 'failed'
