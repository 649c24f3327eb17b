import { Trans, useLingui } from '@lingui/react/macro'
import { Progress } from '@mantine/core'
import type { Import } from '#contract/imports/shapes.ts'
import { Card } from '../../ui/Card.tsx'
import { count } from './figures.ts'
import classes from './imports.module.css'

/** How far the server is, in counts that go on when the page is closed. */
export const Working = ({ upload }: { upload: Import }) => {
  const { t } = useLingui()
  const { title, done, all, unit } = useWork(upload)
  const { good, bad } = upload.counts
  const [done_words, all_words] = [count(done), count(all)]
  return (
    <Card title={title}>
      <div className={classes.work}>
        <Progress value={all > 0 ? (100 * done) / all : 0} size="lg" aria-label={title} />
        <p className={classes.counted} role="status">
          <strong className="figures">
            <Trans>
              {done_words} of {all_words}
            </Trans>
          </strong>{' '}
          {unit}
          {upload.state === 'checking' && (
            <span className={classes.quiet}>{t`${count(good)} good, ${count(bad)} bad`}</span>
          )}
        </p>
        <p className={classes.quiet}>
          <Trans>You may close this page: the work goes on, and My Uploads leads back here.</Trans>
        </p>
      </div>
    </Card>
  )
}

const useWork = ({ state, counts, rows_in_file }: Import) => {
  const { t } = useLingui()
  const { rows, documents, pending, good, stored, already } = counts
  if (state === 'loading') {
    return { title: t`Reading the file`, done: rows, all: Math.max(rows, rows_in_file), unit: t`rows read` }
  }
  if (state === 'checking') {
    return { title: t`Checking`, done: documents - pending, all: documents, unit: t`documents checked` }
  }
  const done = stored + already
  return { title: t`Storing`, done, all: done + good + pending, unit: t`documents stored` }
}
