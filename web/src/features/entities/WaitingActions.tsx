import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { type Certificate, entities } from '#contract/entities.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'

/** What may be done with a certificate that waits: use it now, or take it away. */
export const WaitingActions = ({
  entity_id,
  certificate,
}: {
  entity_id: string
  certificate: Certificate
}) => {
  const { t } = useLingui()
  const use = useAct(entities.takeOver, { done: t`The certificate is in use now.` })
  const removal = useAct(entities.removeCertificate, { done: t`The certificate was removed.` })
  const input = { params: { id: entity_id, certificate_id: certificate.id } }
  const remove = () =>
    confirm({
      title: t`Remove the waiting certificate`,
      body: (
        <Trans>
          The certificate and its key are deleted here. The one in use stays, and another can be uploaded at
          any time.
        </Trans>
      ),
      confirm_label: t`Remove it`,
      dismiss_label: t`Keep it`,
      danger: true,
      act: () => removal.act(input),
    })
  const early = new Date(certificate.not_before) > new Date()
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => void remove()}>
        <Trans>Remove</Trans>
      </Button>
      <ReasonedButton
        size="xs"
        variant="default"
        loading={use.busy}
        why_not={early ? t`This certificate is not valid yet.` : ''}
        onClick={() => void use.act(input)}
      >
        <Trans>Use it now</Trans>
      </ReasonedButton>
    </Group>
  )
}
