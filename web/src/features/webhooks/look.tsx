import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconClock,
  IconKeyOff,
  IconPlayerPause,
  IconUserOff,
} from '@tabler/icons-react'
import type { Delivery, Webhook } from '#contract/webhooks.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import { type Look, LookBadge } from '../../ui/Badge.tsx'

const WEBHOOK_LOOK: Record<Webhook['state'], Look> = {
  active: { tone: 'good', icon: IconCircleCheck, word: msg`Active` },
  failing: { tone: 'waiting', icon: IconAlertTriangle, word: msg`Failing` },
  off: { tone: 'neutral', icon: IconCircleOff, word: msg`Off` },
  key_ended: { tone: 'bad', icon: IconKeyOff, word: msg`Key ended` },
  owner_gone: { tone: 'bad', icon: IconUserOff, word: msg`No owner` },
}

const DELIVERY_LOOK: Record<Delivery['state'], Look> = {
  waiting: { tone: 'waiting', icon: IconClock, word: msg`Waiting` },
  delivered: { tone: 'good', icon: IconCircleCheck, word: msg`Delivered` },
  failed: { tone: 'bad', icon: IconAlertTriangle, word: msg`Failed` },
  stopped: { tone: 'neutral', icon: IconPlayerPause, word: msg`Not sent` },
}

/** How a webhook stands. */
export const WebhookState = ({ state }: Pick<Webhook, 'state'>) => <LookBadge {...WEBHOOK_LOOK[state]} />

/** What became of an event. */
export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => <LookBadge {...DELIVERY_LOOK[state]} />

export const DELIVERY_WORDS = Object.entries(DELIVERY_LOOK).map(([value, { word }]) => ({ value, word }))

/** What an event tells, by its name. */
export const EVENT_WORDS: Record<EventType, MessageDescriptor> = {
  'document.pending_approval': msg`Made, or changed: waits for approval`,
  'document.approved': msg`Approved`,
  'document.submitted': msg`Sent to LHDN`,
  'document.outcome_unknown': msg`LHDN's answer was lost`,
  'document.on_hold': msg`On hold`,
  'document.submission_failed': msg`Submission failed`,
  'document.validated': msg`Validated by LHDN`,
  'document.invalid': msg`Found invalid by LHDN`,
  'document.approval_rejected': msg`Approval rejected`,
  'document.cancelled': msg`Cancelled`,
}

/** The host is what a webhook is known by; some addresses carry a password in their rest. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>) => new URL(url).host
