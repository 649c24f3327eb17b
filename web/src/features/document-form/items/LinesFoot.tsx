import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { LINES_MAX } from '#domain/checks/lines.ts'
import type { FormLine } from '../form/state.ts'
import { fieldId, useForm } from '../form-context.ts'
import classes from './items.module.css'
import type { Done } from './use-line-actions.ts'

type Props = { items: FormLine[]; done: Done | null; onAdd: () => void; onUndo: () => void }

/** Beneath the lines: add one, take back what was done last, and the keys. */
export const LinesFoot = ({ items, done, onAdd, onUndo }: Props) => {
  const error = useForm(({ errors }) => errors.items)
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
        {done && <DoneWords done={done} />}
        {/* What was typed since would go with the paste. */}
        {(done?.kind === 'removed' || done?.after === items) && (
          <Button variant="subtle" size="compact-sm" onClick={onUndo}>
            <Trans>Undo</Trans>
          </Button>
        )}
      </div>
      <span className={classes.keys}>
        <Trans>Enter adds a line · ↑ ↓ move between lines · Alt ↓ opens a list · Rows can be pasted</Trans>
      </span>
    </div>
  )
}

const DoneWords = ({ done }: { done: Done }) => {
  if (done.kind === 'removed') {
    const number = done.at + 1
    return <Trans>Line {number} deleted.</Trans>
  }
  const { rows, rows_over, beyond } = done
  return (
    <span>
      <Plural value={rows} one="# row was pasted." other="# rows were pasted." />
      {rows_over > 0 && (
        <>
          {' '}
          <Plural
            value={rows_over}
            one={`# more was left out: a document may have at most ${LINES_MAX} lines.`}
            other={`# more were left out: a document may have at most ${LINES_MAX} lines.`}
          />
        </>
      )}
      {beyond && (
        <>
          {' '}
          <Trans>What lies beyond the last column was left out.</Trans>
        </>
      )}
    </span>
  )
}
