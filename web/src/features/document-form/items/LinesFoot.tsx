import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { fieldId, useForm } from '../form-context.ts'
import classes from './items.module.css'
import type { RemovedLine } from './use-line-actions.ts'

type Props = { removed: RemovedLine | null; onAdd: () => void; onUndo: () => void }

/** Beneath the lines: add one, take the last deletion back, and the keys. */
export const LinesFoot = ({ removed, onAdd, onUndo }: Props) => {
  const error = useForm(({ errors }) => errors.items)
  const number = removed ? removed.at + 1 : 0
  return (
    <div className={classes.foot}>
      <Button
        id={fieldId('items')}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-describedby={error ? 'items-error' : undefined}
        onClick={onAdd}
      >
        <Trans>Add item</Trans>
      </Button>
      {error && (
        <span id="items-error" className={classes.error}>
          {error}
        </span>
      )}
      <div role="status" className={classes.removed}>
        {removed && (
          <>
            <Trans>Line {number} deleted.</Trans>
            <Button variant="subtle" size="compact-sm" onClick={onUndo}>
              <Trans>Undo</Trans>
            </Button>
          </>
        )}
      </div>
      <span className={classes.keys}>
        <Trans>Enter adds a line · ↑ ↓ move between lines · Alt ↓ opens a list</Trans>
      </span>
    </div>
  )
}
