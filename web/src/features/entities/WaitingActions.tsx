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
  const takeOver = () =>
    confirm({
      title: t`Use the waiting certificate now`,
      body: (
        <Trans>
          The certificate in use until now is deleted here with its key, for good. Documents that are sent
          from now on are signed by the waiting one.
        </Trans>
      ),
      confirm_label: t`Use it now`,
      dismiss_label: t`Let it wait`,
      danger: true,
      act: () => use.act(input),
    })
  const why_not =
    new Date(certificate.not_before) > new Date()
      ? t`This certificate is not valid yet.`
      : new Date(certificate.not_after) <= new Date()
        ? t`This certificate has expired.`
        : ''
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => void remove()}>
        <Trans>Remove</Trans>
      </Button>
      <ReasonedButton
        size="xs"
        variant="default"
        loading={use.busy}
        why_not={why_not}
        onClick={() => void takeOver()}
      >
        <Trans>Use it now</Trans>
      </ReasonedButton>
    </Group>
  )
}
