import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import type { Import, ImportWarning } from '#contract/imports/shapes.ts'
import { told } from '../../../i18n.ts'
import { Card } from '../../../ui/Card.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { WarnedWords } from '../../../widgets/WarnedWords.tsx'
import { fieldWords } from '../field-words.ts'
import { count } from '../figures.ts'
import shared from '../imports.module.css'
import { useProblems } from '../use-problems.ts'
import classes from './check.module.css'

/** Of which warning the rows are shown; absent where there are none to show. */
type Rows = { chosen: string | undefined; onChoose: (problem: string | undefined) => void }
type Props = { upload: Import; rows?: Rows }

/** What should be looked at in documents that are taken all the same, each warning once. */
export const Warnings = ({ upload, rows }: Props) => {
  const { t } = useLingui()
  const problems = useProblems(upload)
  const { warned } = upload.counts
  if (warned === 0) return null
  return (
    <Card title={t`Warnings`} className={shared.table}>
      <p className={shared.hint}>
        <WarnedWords documents={warned} />
      </p>
      {problems.error && (
        <LoadError
          error={problems.error}
          title={t`The warnings could not be loaded.`}
          onRetry={() => void problems.refetch()}
        />
      )}
      {!problems.data && !problems.error && <Skeleton height={80} />}
      <ul className={classes.problems}>
        {problems.data?.warnings.map((warning) => (
          <Warning key={warning.key} {...{ warning, rows }} />
        ))}
      </ul>
    </Card>
  )
}

const Warning = ({ warning, rows }: { warning: ImportWarning; rows: Rows | undefined }) => {
  const { t } = useLingui()
  const { key, field, message, documents, numbers } = warning
  const open = rows?.chosen === key
  const many = count(documents)
  return (
    <li data-open={open || undefined}>
      <span className={classes.many}>{documents === 1 ? t`1 document` : t`${many} documents`}</span>
      <div className={classes.what}>
        <b>{fieldWords(field)}</b>
        <span>{told(message)}</span>
        <span className={shared.quiet}>
          {numbers.map((number) => (
            <code key={number}>{number}</code>
          ))}
          {documents > numbers.length && '…'}
        </span>
      </div>
      {rows && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-pressed={open}
          aria-label={open ? t`Show all rows` : t`Show the rows: ${fieldWords(field)}, ${told(message)}`}
          onClick={() => rows.onChoose(open ? undefined : key)}
        >
          {open ? <Trans>Show all rows</Trans> : <Trans>Show the rows</Trans>}
        </Button>
      )}
    </li>
  )
}
