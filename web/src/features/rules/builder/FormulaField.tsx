import { Trans, useLingui } from '@lingui/react/macro'
import { Input, SegmentedControl, Skeleton, Stack, Textarea } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Rows } from '#domain/rules/rows.ts'
import { rowsOfText } from '#domain/rules/rows-read.ts'
import { textOfRows } from '#domain/rules/rows-text.ts'
import { whenWanted } from '../../../ui/later/later.ts'
import classes from '../rules.module.css'
import { useSentence } from './use-sentence.ts'

const Builder = whenWanted(async () => (await import('./Builder.tsx')).Builder)

type Props = {
  about: 'document' | 'line'
  value: string
  error: string | undefined
  hint: string
  onChange: (value: string) => void
}

/** What rows that nobody filled in yet begin with. */
const blankRows = (about: Props['about']): Rows => ({
  join: 'all',
  rows: [
    {
      field: about === 'line' ? 'line.quantity' : 'total_payable_amount',
      operator: '>',
      values: [],
      other: false,
    },
  ],
})

/** Whether nobody filled in anything yet. */
const isBlank = (rows: Rows, about: Props['about']) =>
  JSON.stringify(rows) === JSON.stringify(blankRows(about))

/**
 * A formula as rows, as text and as a sentence. The text is what is kept: rows are read from it where they can show
 * it, and write it anew only when somebody changes them.
 */
export const FormulaField = ({ about, value, error, hint, onChange }: Props) => {
  const { t } = useLingui()
  const tell = useSentence(about)
  const { rows, setRows, is_finished, waiting, refused, setRefused, choose } = useShown(about, value)
  const told = rows ?? rowsOfText(value, about)
  return (
    <Stack gap="xs" component="fieldset" className={classes.formula}>
      <Input.Label component="legend" required>
        {t`Value/Formula`}
      </Input.Label>
      <SegmentedControl
        size="xs"
        value={rows ? 'rows' : 'text'}
        onChange={choose}
        aria-label={t`How the formula is shown`}
        data={[
          { value: 'rows', label: t`Rows` },
          { value: 'text', label: t`Text` },
        ]}
        className={classes.shown ?? ''}
      />
      {waiting && (
        <p className={classes.about} role="status">
          <Trans>The rows are not finished. They are kept under “Rows” as long as this is empty.</Trans>
        </p>
      )}
      {refused && (
        <p className={classes.about} role="status">
          <Trans>Rows cannot show this formula, so it stays a text.</Trans>
        </p>
      )}
      {rows ? (
        <div data-path="value" tabIndex={-1}>
          <Suspense fallback={<Skeleton h={120} />}>
            <Builder
              about={about}
              initial={rows}
              onChange={(next) => {
                setRows(next)
                onChange(textOfRows(next, about) ?? '')
              }}
            />
          </Suspense>
          {error && <Input.Error mt="xs">{error}</Input.Error>}
        </div>
      ) : (
        <FormulaText
          {...{ value, error, hint }}
          onChange={(text) => {
            setRefused(false)
            onChange(text)
          }}
        />
      )}
      {told && (
        <p className={classes.about} aria-live="polite">
          {rows && !is_finished ? <Trans>Please finish each row.</Trans> : tell(told)}
        </p>
      )}
      {rows && is_finished && <code className={classes.written}>{value}</code>}
    </Stack>
  )
}

/** What of a formula is shown, rows or text, and the rows that wait while no text says them. */
const useShown = (about: Props['about'], value: string) => {
  const read = (text: string) => (text.trim() === '' ? blankRows(about) : rowsOfText(text, about))
  const [rows, setRows] = useState(() => read(value))
  const [left, setLeft] = useState<Rows>()
  const [refused, setRefused] = useState(false)
  const is_finished = rows && textOfRows(rows, about) !== undefined
  const waiting = value.trim() === '' ? left : undefined
  const choose = (as: string) => {
    const found = as === 'rows' ? (waiting ?? read(value)) : undefined
    setLeft(rows && !is_finished && !isBlank(rows, about) ? rows : undefined)
    setRows(found)
    setRefused(as === 'rows' && found === undefined)
  }
  return { rows, setRows, is_finished, waiting, refused, setRefused, choose }
}

type TextProps = Pick<Props, 'value' | 'error' | 'hint' | 'onChange'>

const FormulaText = ({ value, error, hint, onChange }: TextProps) => {
  const { t } = useLingui()
  return (
    <Textarea
      data-path="value"
      aria-label={t`Value/Formula`}
      description={hint}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={4}
      maxRows={12}
      classNames={{ input: classes.code }}
      spellCheck={false}
    />
  )
}
