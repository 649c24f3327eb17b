import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { FormErrors } from '../form/errors.ts'
import type { FormLine } from '../form/state.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
import type { LineErrors } from './cells.tsx'
import { focusCell, moveByKey } from './grid-keys.ts'
import classes from './items.module.css'
import { LineRow } from './LineRow.tsx'
import { useSavedItems } from './use-saved-items.ts'

/** The lines of the document: Enter adds one, the arrows go up and down. */
export const ItemsCard = () => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const items = useForm(({ form }) => form.items)
  const errors = useForm((snapshot) => snapshot.errors)
  const byLine = useLineErrors(errors)
  const { options, setSearch, fill } = useSavedItems()
  const [removed, setRemoved] = useState<{ line: FormLine; at: number } | null>(null)
  const table = useRef<HTMLTableElement>(null)

  const add = useCallback(
    (after?: number) => {
      let id = ''
      flushSync(() => {
        id = store.addLine(Date.now(), after)
        setRemoved(null)
      })
      focusCell(table.current, id, 'item_description')
    },
    [store],
  )
  const remove = useCallback(
    (id: string) => {
      const before = store.get().form.items
      const at = before.findIndex((line) => line.id === id)
      const line = before[at]
      if (!line) return
      const neighbour = before[at + 1] ?? before[at - 1]
      flushSync(() => {
        store.removeLine(id)
        setRemoved({ line, at })
      })
      if (neighbour) focusCell(table.current, neighbour.id, 'item_description')
      else document.getElementById(fieldId('items'))?.focus()
    },
    [store],
  )

  return (
    <Card
      title={t`Items`}
      aside={<Plural value={items.length} one="# line" other="# lines" />}
      className={classes.card ?? ''}
    >
      {items.length > 0 ? (
        <table
          ref={table}
          className={classes.table}
          onKeyDown={(event) => moveByKey(event, table.current, add)}
        >
          <Headings />
          {items.map((line, position) => (
            <LineRow
              key={line.id}
              line={line}
              position={position}
              errors={byLine.get(line.id) ?? NO_ERRORS}
              saved={options}
              onSaved={fill}
              onSearch={setSearch}
              onRemove={remove}
            />
          ))}
        </table>
      ) : (
        <EmptyState title={t`No items yet`}>
          <Trans>Add the first line; Enter in a line adds the next one.</Trans>
        </EmptyState>
      )}
      <div className={classes.foot}>
        <Button
          id={fieldId('items')}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-describedby={errors.items ? 'items-error' : undefined}
          onClick={() => add()}
        >
          <Trans>Add item</Trans>
        </Button>
        {errors.items && (
          <span id="items-error" className={classes.error}>
            {errors.items}
          </span>
        )}
        <Removed
          removed={removed}
          onUndo={(line, at) => {
            store.restoreLine(line, at)
            setRemoved(null)
          }}
        />
        <span className={classes.keys}>
          <Trans>Enter adds a line · ↑ ↓ move between lines · Alt ↓ opens a list</Trans>
        </span>
      </div>
    </Card>
  )
}

const NO_ERRORS: LineErrors = {}

/** Errors of each line as one object, the same object for as long as they do not change. */
const useLineErrors = (errors: FormErrors) =>
  useMemo(() => {
    const lines = new Map<string, Record<string, string>>()
    for (const [key, message] of Object.entries(errors)) {
      const [root, id, field] = key.split('.')
      if (root === 'items' && id && field) lines.set(id, { ...lines.get(id), [field]: message })
    }
    return lines
  }, [errors])

const Headings = () => (
  <thead>
    <tr>
      <th scope="col" className={classes.position}>
        #
      </th>
      <th scope="col">
        <Trans>Description</Trans>
      </th>
      <th scope="col" className={classes.classification}>
        <Trans>Classification</Trans>
      </th>
      <th scope="col" className={`${classes.quantity} ${classes.output}`}>
        <Trans>Quantity</Trans>
      </th>
      <th scope="col" className={classes.unit}>
        <Trans>Unit</Trans>
      </th>
      <th scope="col" className={`${classes.price} ${classes.output}`}>
        <Trans>Unit Price</Trans>
      </th>
      <th scope="col" className={classes.tax_type}>
        <Trans>Tax Type</Trans>
      </th>
      <th scope="col" className={`${classes.rate} ${classes.output}`}>
        <Trans>Rate %</Trans>
      </th>
      <th scope="col" className={`${classes.tax} ${classes.output}`}>
        <Trans>Tax</Trans>
      </th>
      <th scope="col" className={`${classes.price} ${classes.output}`}>
        <Trans>Total</Trans>
      </th>
      <th scope="col" className={classes.actions}>
        <span className={classes.hidden}>
          <Trans>Actions</Trans>
        </span>
      </th>
    </tr>
  </thead>
)

type RemovedProps = {
  removed: { line: FormLine; at: number } | null
  onUndo: (line: FormLine, at: number) => void
}

const Removed = ({ removed, onUndo }: RemovedProps) => {
  const number = removed ? removed.at + 1 : 0
  return (
    <div role="status" className={classes.removed}>
      {removed && (
        <>
          <Trans>Line {number} deleted.</Trans>
          <Button variant="subtle" size="compact-sm" onClick={() => onUndo(removed.line, removed.at)}>
            <Trans>Undo</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
