import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { paths } from '../../paths.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import { hostOf, WebhookState } from './look.tsx'
import { ReplayForm } from './ReplayForm.tsx'
import { type NewSecret, SecretDialog } from './SecretDialog.tsx'
import { WebhookForm } from './WebhookForm.tsx'

/** What can be done with a webhook, beside its name. */
export const WebhookActs = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useLingui()
  const [replaying, setReplaying] = useState(false)
  // As it was when the form was opened: read anew meanwhile, it would cover what others changed.
  const [edited, setEdited] = useState<Webhook>()
  const [made, setMade] = useState<NewSecret>()
  const go = useNavigate()
  const trial = useAct(webhooks.test, { done: t`A test event is on its way.` })
  const rotation = useAct(webhooks.rotate)
  const params = { id: webhook.id }
  const why_not = useWhyNot(webhook)
  const rotate = () =>
    confirm({
      title: t`Make a new signing secret for ${hostOf(webhook)}?`,
      body: t`For 24 hours events are signed by the present one as well, so that the receiver misses none.`,
      confirm_label: t`Make a new secret`,
      act: async () => setMade(await rotation.act({ params })),
    })
  return (
    <>
      <WebhookState state={webhook.state} />
      <ReasonedButton
        why_not={why_not}
        loading={trial.busy}
        onClick={() => void trial.act({ params })}
      >{t`Send test event`}</ReasonedButton>
      <ReasonedButton variant="default" why_not={why_not} onClick={() => setReplaying(true)}>
        {t`Send again…`}
      </ReasonedButton>
      <Button variant="default" onClick={() => void rotate()}>
        <Trans>New secret</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setEdited(webhook)}
      >
        <Trans>Edit</Trans>
      </Button>
      <HistoryLink kind="webhook" id={webhook.id} name={hostOf(webhook)} />
      {replaying && <ReplayForm webhook={webhook} onClose={() => setReplaying(false)} />}
      {edited && (
        <WebhookForm
          webhook={edited}
          onMade={setMade}
          onClose={() => setEdited(undefined)}
          onRemoved={() => void go({ to: paths.webhooks })}
        />
      )}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

/** Why nothing can be sent by it; empty where it can. */
const useWhyNot = ({ state }: Webhook) => {
  const { t } = useLingui()
  if (state === 'off') return t`It is switched off.`
  if (state === 'key_ended') return t`Its API key has been revoked or has expired.`
  return state === 'owner_gone' ? t`The account of its owner is deactivated.` : ''
}
