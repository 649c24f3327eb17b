import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconArrowRight, IconWand } from '@tabler/icons-react'
import type { Import, ImportProblem } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { repairCell } from '#domain/imports/faults/fixes.ts'
import { told } from '../../../i18n.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { Card } from '../../../ui/Card.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { fieldWords } from '../field-words.ts'
import { count } from '../figures.ts'
import shared from '../imports.module.css'
import { useKeepImport } from '../use-import.ts'
import { useProblems } from '../use-problems.ts'
import classes from './check.module.css'

type Props = {
  upload: Import
  chosen: string | undefined
  onChoose: (problem: string | undefined) => void
  /** Rows became others. */
  onMended: () => void
}

/** What is wrong, each fault once, the most frequent first; what a rule can mend is mended in all rows at once. */
export const Problems = ({ upload, ...rest }: Props) => {
  const { t } = useLingui()
  const problems = useProblems(upload)
  if (upload.counts.bad === 0) return null
  const more = count(problems.data?.more ?? 0)
  return (
    <Card title={t`What is wrong`} className={shared.table}>
      {problems.error && (
        <LoadError
          error={problems.error}
          title={t`The problems could not be loaded.`}
          onRetry={() => void problems.refetch()}
        />
      )}
      {!problems.data && !problems.error && <Skeleton height={120} />}
      <ul className={classes.problems}>
        {problems.data?.results.map((problem) => (
          <Problem key={problem.key} {...{ upload, problem, ...rest }} />
        ))}
      </ul>
      {more !== '0' && (
        <p className={shared.foot}>
          <Trans>And {more} smaller ones, which come up when these are mended.</Trans>
        </p>
      )}
    </Card>
  )
}

const EXAMPLES_MAX = 3

const Problem = ({ upload, problem, chosen, onChoose, onMended }: Props & { problem: ImportProblem }) => {
  const { t } = useLingui()
  const { key, field, message } = problem
  const open = chosen === key
  const rows = count(problem.rows)
  const examples = [...new Set(problem.examples.map(({ value }) => value))].slice(0, EXAMPLES_MAX)
  return (
    <li data-open={open || undefined}>
      <span className={classes.many}>{problem.rows === 1 ? t`1 row` : t`${rows} rows`}</span>
      <div className={classes.what}>
        <b>{fieldWords(field)}</b>
        <span>{told(message)}</span>
        <span className={shared.quiet}>
          {examples.map((value) => (
            <code key={value}>{value === '' ? t`empty` : value}</code>
          ))}
        </span>
        <Fixes {...{ upload, problem, onMended }} />
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-pressed={open}
        aria-label={open ? t`Show all rows` : t`Show the rows: ${fieldWords(field)}, ${told(message)}`}
        onClick={() => onChoose(open ? undefined : key)}
      >
        {open ? <Trans>Show all rows</Trans> : <Trans>Show the rows</Trans>}
      </Button>
    </li>
  )
}

const Fixes = ({
  upload,
  problem,
  onMended,
}: Pick<Props, 'upload' | 'onMended'> & { problem: ImportProblem }) => {
  const { t } = useLingui()
  const keep = useKeepImport()
  const { act, busy } = useAct(importSteps.fix)
  const rows = count(problem.rows)
  const fix = async (kind: string) => {
    const answered = await act({ params: { id: upload.id }, body: { problem: problem.key, kind } })
    if (!answered) return
    keep(answered)
    onMended()
  }
  if (problem.fixes.length === 0) return null
  return (
    <ul className={classes.fixes}>
      {problem.fixes.map(({ kind, label }) => (
        <li key={kind}>
          <Button
            variant="light"
            size="compact-sm"
            loading={busy}
            leftSection={<IconWand size={14} aria-hidden />}
            aria-label={problem.rows === 1 ? t`Fix it: ${told(label)}` : t`Fix all ${rows}: ${told(label)}`}
            onClick={() => void fix(kind)}
          >
            {problem.rows === 1 ? t`Fix it` : t`Fix all ${rows}`}
          </Button>
          {told(label)}
          <Example {...{ problem, kind }} />
        </li>
      ))}
    </ul>
  )
}

/** What the repair makes of a cell: the first that it mends. */
const Example = ({ problem, kind }: { problem: ImportProblem; kind: string }) => {
  const { t } = useLingui()
  const [first] = problem.examples.flatMap(({ value }) => {
    const written = repairCell({ kind, heading: problem.field, cell: value })
    return written === undefined ? [] : [{ value, written }]
  })
  if (!first) return null
  return (
    <span className={shared.quiet}>
      <code>{first.value}</code>
      <IconArrowRight size={14} aria-label={t`becomes`} className={classes.becomes} />
      <code>{first.written}</code>
    </span>
  )
}
