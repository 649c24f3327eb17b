import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconPlayerPause,
  IconProgressCheck,
  IconSend,
  IconUserX,
} from '@tabler/icons-react'
import type { Status } from '#domain/documents/lifecycle.ts'
import { type Look, LookBadge } from './Badge.tsx'

const LOOK: Record<Status, Look> = {
  'Pending Approval': { tone: 'waiting', icon: IconClock, word: msg`Pending Approval` },
  Approved: { tone: 'moving', icon: IconProgressCheck, word: msg`Approved` },
  Submitted: { tone: 'moving', icon: IconSend, word: msg`Submitted` },
  'Outcome Unknown': { tone: 'waiting', icon: IconHelpCircle, word: msg`Outcome Unknown` },
  OnHold: { tone: 'waiting', icon: IconPlayerPause, word: msg`OnHold` },
  'Submission Failed': { tone: 'bad', icon: IconAlertTriangle, word: msg`Submission Failed` },
  Validated: { tone: 'good', icon: IconCircleCheck, word: msg`Validated` },
  Invalid: { tone: 'bad', icon: IconCircleX, word: msg`Invalid` },
  'Approval Rejected': { tone: 'bad', icon: IconUserX, word: msg`Approval Rejected` },
  'User Cancelled': { tone: 'neutral', icon: IconBan, word: msg`User Cancelled` },
}

const [FRAME_PX, LETTER_PX] = [52, 6.25]

/** Px that a column of them takes, in any language: of its longest word, which need not be on the page. */
export const useStatusWidth = () => {
  const { _ } = useLingui()
  const letters = Math.max(...Object.values(LOOK).map(({ word }) => _(word).length))
  return Math.round(FRAME_PX + LETTER_PX * letters)
}

/** A document's status, told by icon, word and colour. */
export const StatusBadge = ({ status }: { status: Status }) => <LookBadge {...LOOK[status]} />
