import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { told } from '../../../i18n.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import shared from '../imports.module.css'
import { useKeepImport } from '../use-import.ts'
import classes from './check.module.css'

/** The last change, and the way back from it. */
export const Undo = ({ upload, onUndone }: { upload: Import; onUndone: () => void }) => {
  const keep = useKeepImport()
  const { act, busy } = useAct(importSteps.undo)
  const { undo } = upload
  if (!undo) return null
  const take = async () => {
    const answered = await act({ params: { id: upload.id }, body: { id: undo.id } })
    if (!answered) return
    keep(answered)
    onUndone()
  }
  return (
    <div className={classes.undo} role="status">
      <span>
        {told(undo.label)}{' '}
        <span className={shared.quiet}>
          · <Plural value={undo.cells} one="# cell" other="# cells" />
        </span>
      </span>
      <Button
        variant="subtle"
        data-undo
        size="compact-sm"
        loading={busy}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => void take()}
      >
        <Trans>Undo</Trans>
      </Button>
    </div>
  )
}
