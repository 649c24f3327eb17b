import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type Certificate, entities } from '#contract/entities.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { useEntityAct } from './use-entity-act.ts'

/** What may be done with a certificate that waits: use it now, or take it away. */
export const WaitingActions = ({
  entity_id,
  certificate,
}: {
  entity_id: string
  certificate: Certificate
}) => {
  const { t } = useLingui()
  const use = useEntityAct(entities.takeOver, t`The certificate is in use now.`)
  const removal = useEntityAct(entities.removeCertificate, t`The certificate was removed.`)
  const [asked, setAsked] = useState(false)
  const input = { params: { id: entity_id, certificate_id: certificate.id } }
  const early = new Date(certificate.not_before) > new Date()
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => setAsked(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ReasonedButton
        size="xs"
        variant="default"
        loading={use.busy}
        why_not={early ? t`This certificate is not valid yet.` : ''}
        onClick={() => use.act(input)}
      >
        <Trans>Use it now</Trans>
      </ReasonedButton>
      <ConfirmDialog
        opened={asked}
        title={t`Remove the waiting certificate`}
        confirm_label={t`Remove it`}
        dismiss_label={t`Keep it`}
        danger
        busy={removal.busy}
        onConfirm={() => removal.act(input, () => setAsked(false))}
        onClose={() => setAsked(false)}
      >
        <Trans>
          The certificate and its key are deleted here. The one in use stays, and another can be uploaded at
          any time.
        </Trans>
      </ConfirmDialog>
    </Group>
  )
}
