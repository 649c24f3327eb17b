import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Import, ImportRow } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { useKeepImport } from '../use-import.ts'

type Props = {
  upload: Import
  row: ImportRow
  rows: readonly ImportRow[]
  put: (rows: ImportRow[]) => void
}

/** Leaves a document out of what is stored, or takes it in again. */
export const DropButton = ({ upload, row, rows, put }: Props) => {
  const { t } = useLingui()
  const keep = useKeepImport()
  const { act, busy } = useAct(importSteps.drop)
  const dropped = row.document_state === 'dropped'
  const name = row.invoice_number || row.row
  const drop = async () => {
    const body = { documents: [row.document], dropped: !dropped }
    const answered = await act({ params: { id: upload.id }, body })
    if (!answered) return
    keep(answered)
    const own = rows.filter(({ document }) => document === row.document)
    const good = own.every(({ faults }) => faults.length === 0)
    const document_state = dropped ? (good ? 'good' : 'bad') : 'dropped'
    put(own.map((one) => ({ ...one, document_state })))
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      loading={busy}
      aria-label={dropped ? t`Take in again: ${name}` : t`Leave out: ${name}`}
      onClick={() => void drop()}
    >
      {dropped ? <Trans>Take in again</Trans> : <Trans>Leave out</Trans>}
    </Button>
  )
}
