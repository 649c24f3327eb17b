import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconDownload, IconListCheck } from '@tabler/icons-react'
import type { ImportReply } from '#contract/imports.ts'
import { download } from '../../../api/download.ts'
import { told } from '../../../i18n.ts'
import { useEscape } from '../../../ui/dialogs/escape.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { writtenOtherwise } from '../../../widgets/written-otherwise.ts'
import { ErrorTable } from './ErrorTable.tsx'
import type { Outcome } from './outcome.ts'
import { Unjudged } from './Unjudged.tsx'
import classes from './upload.module.css'
import { WarningList } from './WarningList.tsx'

type Props = {
  outcome: Outcome | null
  onClose: () => void
  /** Takes the file through the steps, where what is wrong can be mended. */
  onMend?: () => void
}

/**
 * What became of an upload (specification 2 §8): status, the numbers taken and what should be looked at in them, what
 * is wrong with the others.
 */
export const ProcessingDialog = ({ outcome, onClose, onMend }: Props) => {
  const { t } = useLingui()
  return (
    <Modal
      opened={outcome !== null}
      onClose={onClose}
      closeOnEscape={false}
      size="xl"
      title={t`Processing Response`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {outcome && <Told {...{ outcome, onClose, onMend }} />}
    </Modal>
  )
}

type ToldProps = { outcome: Outcome; onClose: () => void; onMend: (() => void) | undefined }

const Told = ({ outcome, onClose, onMend }: ToldProps) => {
  useEscape(onClose)
  const refused = outcome.kind === 'judged' && outcome.reply.errors.length > 0
  const error_file = outcome.kind === 'judged' ? outcome.reply.error_file : undefined
  return (
    <Stack>
      {outcome.kind === 'judged' ? <Judged reply={outcome.reply} /> : <Unjudged outcome={outcome} />}
      <Group justify="flex-end">
        {error_file !== undefined && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(new Blob([error_file], { type: 'text/csv' }), 'rows_to_correct.csv')}
          >
            <Trans>Download the rows to correct</Trans>
          </Button>
        )}
        {refused && onMend && (
          <Button variant="default" leftSection={<IconListCheck size={16} aria-hidden />} onClick={onMend}>
            <Trans>Correct it here</Trans>
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

const Judged = ({ reply }: { reply: ImportReply }) => {
  const { t } = useLingui()
  const { status, Invoice_Numbers: numbers, errors, warnings = [] } = reply
  const { notes = [], already_taken = [], changes = [] } = reply
  const tone = errors.length === 0 ? 'good' : numbers.length > 0 ? 'waiting' : 'bad'
  return (
    <>
      <Notice tone={tone} title={told(status)}>
        {reply.check_only && <Trans>This was a check: nothing was stored.</Trans>}
      </Notice>
      {[...notes, ...writtenOtherwise(changes, { words: t`Written otherwise than in the file` })].map(
        (note) => (
          <Notice key={note} tone="info">
            {told(note)}
          </Notice>
        ),
      )}
      {numbers.length > 0 && (
        <section className={classes.numbers}>
          <h3>
            {reply.check_only ? t`Would be accepted: ${numbers.length}` : t`Accepted: ${numbers.length}`}
          </h3>
          <p>{numbers.join(', ')}</p>
          {already_taken.length > 0 && (
            <p className={classes.quiet}>
              <Trans>Stored by an earlier upload, not again: {already_taken.join(', ')}</Trans>
            </p>
          )}
        </section>
      )}
      {warnings.length > 0 && <WarningList warnings={warnings} />}
      {errors.length > 0 && <ErrorTable errors={errors} />}
    </>
  )
}
