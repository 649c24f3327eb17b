import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { QueryBuilder, type RuleGroupType } from 'react-querybuilder'
import { comparesFields, type Operator, operatorsOf, pathsOf, type Rows } from '#domain/rules/rows.ts'
import classes from './Builder.module.css'
import {
  AddGroup,
  AddRow,
  FieldChoice,
  JoinChoice,
  OperatorChoice,
  RemoveGroup,
  RemoveRow,
  SourceChoice,
} from './controls.tsx'
import { ofQuery, toQuery } from './query.ts'
import { RowValue } from './RowValue.tsx'
import { useOperatorWords, usePathWords } from './words.ts'

const CONTROLS = {
  ...{ fieldSelector: FieldChoice, operatorSelector: OperatorChoice, valueSourceSelector: SourceChoice },
  ...{
    combinatorSelector: JoinChoice,
    valueEditor: RowValue,
    addRuleAction: AddRow,
    addGroupAction: AddGroup,
  },
  ...{ removeRuleAction: RemoveRow, removeGroupAction: RemoveGroup },
}
const CLASSES = {
  ...{ ruleGroup: classes.group ?? '', header: classes.header ?? '', body: classes.body ?? '' },
  ...{ rule: classes.row ?? '', fields: classes.field ?? '', valueSource: classes.source ?? '' },
  ...{ value: classes.value ?? '', removeRule: classes.remove ?? '', removeGroup: classes.removeGroup ?? '' },
}

type Props = { about: 'document' | 'line'; initial: Rows; onChange: (rows: Rows) => void }

/** The rows of a formula. It holds them as they are typed; what they say is told at each change. */
export const Builder = ({ about, initial, onChange }: Props) => {
  const [query, setQuery] = useState<RuleGroupType>(() => toQuery(initial))
  const fields = useFields(about)
  const operators = useOperators(about)
  const { t } = useLingui()
  const hears = useHears()
  const sources = [
    { name: 'value', value: 'value', label: t`a value` },
    { name: 'field', value: 'field', label: t`another field` },
  ] as const
  return (
    <div style={{ visibility: hears ? 'visible' : 'hidden' }}>
      <QueryBuilder
        query={query}
        onQueryChange={(next) => {
          setQuery(next)
          onChange(ofQuery(next))
        }}
        // Nobody changed anything yet.
        enableMountQueryChange={false}
        fields={fields}
        getOperators={operators}
        getValueSources={(field, operator) =>
          mayCompare(about, field, operator) ? [sources[0], sources[1]] : [sources[0]]
        }
        controlElements={CONTROLS}
        controlClassnames={CLASSES}
        context={{ about }}
        suppressStandardClassnames
      />
    </div>
  )
}

/** The library drops what is typed before its first effect has run, which is later than its first sight. */
const useHears = (): boolean => {
  const [hears, setHears] = useState(false)
  useEffect(() => setHears(true), [])
  return hears
}

const mayCompare = (about: Props['about'], field: string, operator: string) => {
  const kind = pathsOf(about).get(field)
  // The library names only operators that it was given.
  return kind !== undefined && comparesFields(kind, operator as Operator)
}

/** All that a formula may name, by where it stands. */
const useFields = (about: Props['about']) => {
  const { t } = useLingui()
  const nameOf = usePathWords()
  const parts = { line: t`Line`, '': t`Document`, customer: t`Customer`, sender: t`Company` }
  const paths = [...pathsOf(about).keys()]
  return Object.entries(parts).flatMap(([part, label]) => {
    const own = paths.filter((path) => (path.includes('.') ? path.split('.')[0] : '') === part)
    const options = own.map((name) => ({ name, label: nameOf(name) }))
    return options.length === 0 ? [] : [{ label, options }]
  })
}

const useOperators = (about: Props['about']) => {
  const wordOf = useOperatorWords()
  return (field: string) => {
    const kind = pathsOf(about).get(field)
    return operatorsOf(kind ?? 'text').map((name) => ({ name, label: wordOf(name, kind) }))
  }
}
