import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack, TextInput } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { formatInstant } from '../../../dates.ts'
import { SideForm } from '../../../ui/form/SideForm.tsx'
import { useActForm } from '../../../ui/form/use-act-form.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { decidesFrom, isUnheard } from './progress.ts'

/** A person decides about a document whose answer was lost, once Lulus cannot find out any more. */
export const SettleButton = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const decides_from = decidesFrom(document.attempts)
  const asking = useNow(30_000) < decides_from
  const from = formatInstant(new Date(decides_from))
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
      {opened && <SettleForm document={document} onClose={() => setOpened(false)} />}
    </>
  )
}

type Outcome = 'arrived' | 'not_arrived'

const SettleForm = ({ document, onClose }: { document: DocumentDetail; onClose: () => void }) => {
  const { t } = useLingui()
  const { uuid, invoice_number: number } = document
  const form = useActForm(documents.settle, {
    initial: { outcome: 'arrived' as Outcome, lhdn_uuid: '' },
    toInput: ({ outcome, lhdn_uuid }) => ({
      params: { uuid },
      body: outcome === 'arrived' ? { outcome, lhdn_uuid: lhdn_uuid.trim().toUpperCase() } : { outcome },
    }),
    done: t`Your decision was stored.`,
    onDone: onClose,
  })
  return (
    <SideForm
      title={t`What became of ${number}?`}
      form={form}
      save_label={t`Store the decision`}
      onClose={onClose}
    >
      {isUnheard(document.attempts) && (
        <Notice tone="waiting">
          <Trans>
            LHDN has told nothing since two hours after the sending, and is asked on. Should the document have
            arrived after all, sending it anew makes a second tax document.
          </Trans>
        </Notice>
      )}
      <Radio.Group {...form.field('outcome')} label={t`Look the number up on the MyInvois portal first.`}>
        <Stack gap="xs" mt="xs">
          <Radio value="arrived" label={t`LHDN holds the document`} />
          <Radio value="not_arrived" label={t`It never arrived: send it anew, as a new tax document`} />
        </Stack>
      </Radio.Group>
      {form.form.values.outcome === 'arrived' && (
        <TextInput
          {...form.field('lhdn_uuid')}
          label={t`LHDN UUID`}
          description={t`26 characters; Lulus checks with LHDN that it is this document.`}
          maxLength={40}
          required
        />
      )}
    </SideForm>
  )
}
