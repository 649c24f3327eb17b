import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { RECOGNISED_MS } from '#domain/access/policy.ts'
import { formatInstant } from '#domain/time/dates.ts'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { useSend } from '../../../api/queries.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { toastGood } from '../../../ui/toasts.ts'
import { useNow } from '../../../ui/use-now.ts'

/** A person decides about a document whose answer was lost, once Lulus cannot find out any more. */
export const SettleButton = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const number = document.invoice_number
  const sent_at = document.attempts.findLast((attempt) => attempt.state === 'unclear')?.issued_at
  const decides_at = sent_at ? Date.parse(sent_at) + RECOGNISED_MS : 0
  const asking = useNow(30_000) < decides_at
  const from = formatInstant(new Date(decides_at))
  return (
    <>
      <ReasonedButton
        variant="default"
        leftSection={<IconGavel size={16} aria-hidden />}
        why_not={asking ? t`Lulus is still finding out. A decision is possible from ${from} on.` : ''}
        onClick={() => setOpened(true)}
      >
        <Trans>Decide</Trans>
      </ReasonedButton>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t`What became of ${number}?`}>
        <SettleForm document={document} onDone={() => setOpened(false)} />
      </Modal>
    </>
  )
}

const SettleForm = ({ document, onDone }: { document: DocumentDetail; onDone: () => void }) => {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<'arrived' | 'not_arrived'>('arrived')
  const [lhdn_uuid, setUuid] = useState('')
  const settle = useSend(documents.settle)
  const field = settle.error instanceof ApiError ? settle.error.fields.lhdn_uuid?.[0] : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = outcome === 'arrived' ? { outcome, lhdn_uuid: lhdn_uuid.trim().toUpperCase() } : { outcome }
    const input = { params: { uuid: document.uuid }, body }
    settle.mutate(input, {
      onSuccess: () => {
        toastGood(t`Your decision was stored.`)
        onDone()
      },
    })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Radio.Group
          label={t`Look the number up on the MyInvois portal first.`}
          value={outcome}
          // The group holds exactly these two values.
          onChange={(value) => setOutcome(value as typeof outcome)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="arrived" label={t`LHDN holds the document`} />
            <Radio value="not_arrived" label={t`It never arrived: send it anew, as a new tax document`} />
          </Stack>
        </Radio.Group>
        {outcome === 'arrived' && (
          <TextInput
            label={t`LHDN UUID`}
            description={t`26 characters; Lulus checks with LHDN that it is this document.`}
            value={lhdn_uuid}
            onChange={(event) => setUuid(event.currentTarget.value)}
            error={field}
            maxLength={40}
            required
          />
        )}
        {settle.error && !field && (
          <Alert color="red.9" role="alert">
            {messageOf(settle.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone} disabled={settle.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={settle.isPending}>
            <Trans>Store the decision</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
