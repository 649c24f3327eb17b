import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { EXAMPLES_MAX } from '#contract/shaping/rules.ts'
import type { Expectation } from '#domain/rules/example.ts'
import { Badge } from '../../ui/Badge.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import classes from './rules.module.css'
import type { ShownExample, useExamples } from './use-examples.ts'

type Props = ReturnType<typeof useExamples>

/** Documents that the rule should let pass, or stop, each with what it does. */
export const Examples = ({ known, error, retry, shown, add, remove, expect }: Props) => {
  const { t } = useLingui()
  return (
    <Stack gap="xs" component="section" aria-label={t`Examples`}>
      <h3 className={classes.head}>
        <Trans>Examples</Trans>
      </h3>
      <p className={classes.about}>
        <Trans>The rule is saved only while it does with each of these documents what it should.</Trans>
      </p>
      {!known && error && (
        <LoadError error={error} title={t`The examples could not be loaded.`} onRetry={retry} />
      )}
      {!known && !error && <Skeleton h={36} />}
      {shown.length > 0 && (
        <ul className={classes.versions} aria-live="polite">
          {shown.map((one, at) => (
            <ExampleLine
              key={one.entry.id ?? one.entry.document}
              example={one}
              nr={at + 1}
              onExpect={(expected) => expect(at, expected)}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      {known && shown.length < EXAMPLES_MAX && (
        <AddExample taken={shown.map(({ entry }) => entry.document)} onAdd={add} />
      )}
    </Stack>
  )
}

type LineProps = {
  example: ShownExample
  nr: number
  onExpect: (expected: Expectation) => void
  onRemove: () => void
}

const ExampleLine = ({ example: { entry, outcome, refused }, nr, onExpect, onRemove }: LineProps) => {
  const { t } = useLingui()
  const name = outcome?.invoice_number || entry.document || t`Example ${nr}, of a document you do not see`
  return (
    <li>
      <div className={classes.version}>
        <span className={classes.number}>{name}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={onRemove}
          aria-label={t`Remove the example ${name}`}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          value={entry.expected}
          onChange={onExpect}
          aria-label={t`What the rule should do with ${name}`}
          data={[
            { value: 'pass', label: t`Should pass` },
            { value: 'stop', label: t`Should be stopped` },
          ]}
        />
        {outcome?.holds === true && <Badge tone="good" icon={IconCircleCheck} word={t`Holds`} />}
        {outcome?.holds === false && (
          <Badge
            tone="bad"
            icon={IconCircleX}
            word={entry.expected === 'pass' ? t`Would be stopped` : t`Would pass`}
          />
        )}
        {outcome?.holds === null && (
          <Badge tone="neutral" icon={IconClock} word={t`Tried when the rule is saved`} />
        )}
        {refused && <Badge tone="bad" icon={IconCircleX} word={refused} />}
      </Group>
    </li>
  )
}

type AddProps = { taken: readonly string[]; onAdd: (document: string, expected: Expectation) => void }

const AddExample = ({ taken, onAdd }: AddProps) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const document = typed.trim()
  const is_new = document !== '' && !taken.includes(document)
  const add = (expected: Expectation) => {
    onAdd(document, expected)
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter would save the whole rule.
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (is_new) add('pass')
  }
  return (
    <div className={classes.adding}>
      <TextInput
        label={t`Document`}
        placeholder={t`Invoice number`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        maxLength={100}
      />
      <Button variant="default" disabled={!is_new} onClick={() => add('pass')}>
        <Trans>Should pass</Trans>
      </Button>
      <Button variant="default" disabled={!is_new} onClick={() => add('stop')}>
        <Trans>Should be stopped</Trans>
      </Button>
    </div>
  )
}
