import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AuditEvent } from '#contract/logs/audit-log.ts'
import { addressOfTarget } from './target-address.ts'

/** What was changed, and the way there where it has a screen. */
export const TargetLink = ({ event, words }: { event: AuditEvent; words: string }) => {
  const address = addressOfTarget(event)
  if (!address) return words
  return (
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} {...address} />}>
      {words}
    </Anchor>
  )
}
