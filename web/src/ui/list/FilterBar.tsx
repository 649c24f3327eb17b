import { useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { own } from '#codes/own.ts'
import { isCalendarDate } from '#domain/time/dates.ts'
import { CODES_LENGTH_MAX } from '../address/read-address.ts'
import { Card } from '../Card.tsx'
import classes from './FilterBar.module.css'
import { FilterInput } from './FilterInput.tsx'
import type { FilterField, FilterValues } from './filters.ts'

type Props<Name extends string> = {
  fields: readonly FilterField<Name>[]
  /** The filters in force. */
  values: FilterValues<Name>
  onApply: (values: FilterValues<Name>) => void
  /** Lifts these filters, unless the screen wants more. */
  onClear?: () => void
  words?: { apply: string; clear: string }
}

/** Edits the filters of a list; nothing is asked for until they are applied. */
export const FilterBar = <Name extends string>({ fields, values, onApply, onClear, words }: Props<Name>) => {
  const { t } = useLingui()
  const [draft, setDraft] = useDraft(fields, values)
  const rare = fields.filter((field) => field.rare)
  const [more, setMore] = useState(rare.some(({ name }) => own<string | undefined>(values, name)))
  const shown = more ? fields : fields.filter((field) => !field.rare)
  const faultOf = ({ name, kind }: FilterField<Name>) => {
    if (endsEarly(name, draft)) return t`The end lies before the beginning.`
    const length = draft.get(name)?.length ?? 0
    return kind === 'choices' && length > CODES_LENGTH_MAX
      ? t`That is more than one filter holds. Take some away.`
      : undefined
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    // What could not be read stands at its field with an error.
    const dated = fields.every(({ kind, name }) => kind !== 'date' || isDateOrNone(draft.get(name)))
    if (dated && !fields.some(faultOf)) onApply(read(draft))
  }
  const clear = () => {
    // What was typed and not applied stands in no address.
    const none = draftOf(fields, {})
    setDraft(none)
    if (onClear) onClear()
    else onApply(read(none))
  }
  return (
    <Card>
      <form onSubmit={apply} className={classes.grid} aria-label={t`Filters`}>
        {shown.map((field) => (
          <FilterInput
            key={field.name}
            field={narrowed(field, draft)}
            value={draft.get(field.name) ?? ''}
            error={faultOf(field)}
            onChange={(value) => setDraft(withChoice(fields, draft, field.name, value))}
          />
        ))}
        <Group gap="xs" className={classes.buttons} mod={{ wide: rare.length > 0 }}>
          <Button type="submit">{words?.apply ?? t`Apply`}</Button>
          <Button variant="default" onClick={clear}>
            {words?.clear ?? t`Clear`}
          </Button>
          {rare.length > 0 && (
            <Button variant="subtle" aria-expanded={more} onClick={() => setMore(!more)}>
              {more ? t`Fewer filters` : t`More filters`}
            </Button>
          )}
        </Group>
      </form>
    </Card>
  )
}

type Draft<Name extends string> = ReadonlyMap<Name, string>

/** What is being edited; it begins anew when the address says something else, and the focus stays where it is. */
const useDraft = <Name extends string>(fields: Props<Name>['fields'], values: FilterValues<Name>) => {
  const given = draftOf(fields, values)
  const [draft, setDraft] = useState(given)
  const [begun, setBegun] = useState(given)
  if (fields.some(({ name }) => begun.get(name) !== given.get(name))) {
    setBegun(given)
    setDraft(given)
  }
  return [draft, setDraft] as const
}

const draftOf = <Name extends string>(
  fields: Props<Name>['fields'],
  values: FilterValues<Name>,
): Draft<Name> => new Map(fields.map(({ name }) => [name, own<string | undefined>(values, name) ?? '']))

const read = <Name extends string>(draft: Draft<Name>): FilterValues<Name> =>
  // The names are those of the fields.
  Object.fromEntries(
    [...draft].map(([name, value]) => [name, value.trim() || undefined]),
  ) as FilterValues<Name>

const codesOf = (text = '') => text.split(',').filter(Boolean)

/** The field with what another one leaves to choose from. */
const narrowed = <Name extends string>(field: FilterField<Name>, draft: Draft<Name>): FilterField<Name> => {
  const by = field.kind === 'choices' ? field.narrowed : undefined
  const chosen = by ? codesOf(draft.get(by.by)) : []
  return by && chosen.length > 0 ? ({ ...field, options: by.to(chosen) } as FilterField<Name>) : field
}

/** With another value of one field: of what others have chosen, that goes which it leaves no more. */
const withChoice = <Name extends string>(
  fields: Props<Name>['fields'],
  draft: Draft<Name>,
  name: Name,
  value: string,
): Draft<Name> => {
  const next = new Map(draft).set(name, value)
  for (const field of fields) {
    if (field.kind !== 'choices' || field.narrowed?.by !== name) continue
    const left = narrowed(field, next)
    const offered = new Set(left.kind === 'choices' ? left.options.map((option) => option.value) : [])
    next.set(
      field.name,
      codesOf(next.get(field.name))
        .filter((code) => offered.has(code))
        .join(','),
    )
  }
  return next
}

/** Whether a day, `…_end` or `end_…`, lies before that of its start: of such a span nothing could be found. */
const endsEarly = (name: string, draft: ReadonlyMap<string, string>) => {
  const [start = '', end = ''] = [draft.get(name.replace(/^end_|_end$/, startOf)), draft.get(name)]
  return isCalendarDate(start) && isCalendarDate(end) && end < start
}

const startOf = (end: string) => end.replace('end', 'start')

const isDateOrNone = (text = '') => text === '' || isCalendarDate(text)
