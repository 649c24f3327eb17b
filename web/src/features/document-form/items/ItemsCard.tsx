import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailedLine } from '../../../ui/FailedLine.tsx'
import type { FormErrors } from '../form/errors.ts'
import { useForm } from '../form-context.ts'
import type { LineErrors } from './cells.tsx'
import { moveByKey } from './grid-keys.ts'
import { Headings } from './Headings.tsx'
import classes from './items.module.css'
import { LineRow } from './LineRow.tsx'
import { LinesFoot } from './LinesFoot.tsx'
import { useLineActions } from './use-line-actions.ts'
import { usePaste } from './use-paste.ts'
import { useSavedItems } from './use-saved-items.ts'

/** The lines of the document: Enter adds one, the arrows go up and down, rows of a spreadsheet can be pasted. */
export const ItemsCard = () => {
  const { t } = useLingui()
  const items = useForm(({ form }) => form.items)
  const errors = useForm((snapshot) => snapshot.errors)
  const byLine = useLineErrors(errors)
  const { options, setSearch, fill, failed } = useSavedItems()
  const table = useRef<HTMLTableElement>(null)
  const { add, remove, done, setDone, undo } = useLineActions(table)
  const paste = usePaste(setDone)

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
          onPaste={paste}
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
      <p role="status" className={classes.failed}>
        {failed && (
          <FailedLine
            error={failed.error}
            title={t`The saved items could not be loaded.`}
            onRetry={() => void failed.refetch()}
          />
        )}
      </p>
      <LinesFoot {...{ items, done }} onAdd={() => add()} onUndo={undo} />
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
