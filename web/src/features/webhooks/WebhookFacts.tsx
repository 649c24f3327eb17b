import { Trans, useLingui } from '@lingui/react/macro'
import type { Webhook } from '#contract/webhooks.ts'
import { told } from '../../i18n.ts'
import { Card } from '../../ui/Card.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EVENT_WORDS } from './look.tsx'

/** What a webhook is, and why it tells nothing where it does not. */
export const WebhookFacts = ({ webhook }: { webhook: Webhook }) => {
  const { t, i18n } = useLingui()
  const { events, failing_since, former_until } = webhook
  const chosen = events.map((event) => i18n._(EVENT_WORDS[event])).join(', ')
  return (
    <>
      <Trouble webhook={webhook} />
      <Card>
        <Facts
          layout="list"
          facts={[
            [t`Address`, webhook.url],
            [t`Description`, webhook.description],
            [t`Company`, webhook.sender_entity_name],
            [t`API key`, webhook.api_key_name],
            [t`Events`, chosen || t`All`],
            [t`Owner`, webhook.owner],
            [t`Failing since`, failing_since && <InstantText key="failing" value={failing_since} />],
            [t`Former secret until`, former_until && <InstantText key="former" value={former_until} />],
          ]}
        />
      </Card>
    </>
  )
}

const Trouble = ({ webhook: { state, off_reason } }: { webhook: Webhook }) => {
  switch (state) {
    case 'off':
      return (
        <Notice tone={off_reason ? 'bad' : 'info'} title={<Trans>This webhook is switched off.</Trans>}>
          {told(off_reason)}{' '}
          <Trans>
            What happens meanwhile is kept for 30 days: switch it on under Edit, then send it again.
          </Trans>
        </Notice>
      )
    case 'key_ended':
      return (
        <Notice tone="bad" title={<Trans>Its API key has been revoked or has expired.</Trans>}>
          <Trans>No events are sent any more. Choose another key of the company under Edit.</Trans>
        </Notice>
      )
    case 'owner_gone':
      return (
        <Notice tone="bad" title={<Trans>The account of its owner is deactivated.</Trans>}>
          <Trans>Nothing is told until somebody else takes it over: save it under Edit.</Trans>
        </Notice>
      )
    default:
      return null
  }
}
