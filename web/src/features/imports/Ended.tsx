import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Import } from '#contract/imports/shapes.ts'
import { told } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { useViews } from '../../session/session.ts'
import { Card } from '../../ui/Card.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Warnings } from './check/Warnings.tsx'
import { ErrorFileButton } from './ErrorFileButton.tsx'
import { FileNotes } from './FileNotes.tsx'
import { count, fileSize } from './figures.ts'
import shared from './imports.module.css'

/** What became of an upload that is over, and where its documents are. */
export const Ended = ({ upload }: { upload: Import }) => {
  const { t } = useLingui()
  const { counts, file_bytes, rows_in_file } = upload
  const unstored =
    upload.state === 'failed' ? Math.max(rows_in_file - counts.rows, 0) + counts.pending + counts.good : 0
  const left = counts.bad + counts.dropped + unstored
  const views = useViews()
  const listed = views && counts.stored > 0
  return (
    <Stack>
      <Card title={t`Result`}>
        <Stack>
          <Verdict upload={upload} />
          <FileNotes upload={upload} />
          <Facts
            layout="grid"
            facts={[
              [t`Size`, fileSize(file_bytes)],
              [t`Rows`, count(Math.max(rows_in_file, counts.rows))],
              [t`Documents`, count(counts.documents)],
              [t`Would be accepted`, upload.check_only && count(counts.good)],
              [t`Stored`, !upload.check_only && count(counts.stored)],
              [t`Stored by an earlier upload, not again`, counts.already > 0 && count(counts.already)],
              [t`Bad`, counts.bad > 0 && count(counts.bad)],
              [t`Left out`, counts.dropped > 0 && count(counts.dropped)],
            ]}
          />
          {listed && (
            <p className={shared.quiet}>
              <Trans>They stand among all documents that wait for approval.</Trans>
            </p>
          )}
          <Group>
            {listed && (
              <Button
                renderRoot={(props) => (
                  <Link to={paths.invoices} search={{ tab: 'Pending Approval' }} {...props} />
                )}
              >
                <Trans>Show what waits for approval</Trans>
              </Button>
            )}
            {left > 0 && <ErrorFileButton upload={upload} />}
            <Button component={Link} to={paths.createDocument} variant="default">
              <Trans>Upload another file</Trans>
            </Button>
          </Group>
        </Stack>
      </Card>
      {upload.state === 'done' && <Warnings upload={upload} />}
    </Stack>
  )
}

const Verdict = ({ upload }: { upload: Import }) => {
  const { t } = useLingui()
  const { state, counts, fault, check_only } = upload
  const stored = counts.stored + counts.already
  const storedByThen =
    counts.stored > 0
      ? plural(stored, {
          one: '# document was stored by then, and stays.',
          other: '# documents were stored by then, and stay.',
        })
      : t`Nothing was stored.`
  if (state === 'failed') {
    return (
      <Notice tone="bad" title={t`This upload could not be finished`}>
        {told(fault)} {storedByThen}
      </Notice>
    )
  }
  if (state === 'cancelled') {
    return (
      <Notice tone="waiting" title={t`The upload was cancelled`}>
        {storedByThen}
      </Notice>
    )
  }
  if (check_only) return <Notice tone="info">{t`This was a check: nothing was stored.`}</Notice>
  return (
    <Notice
      tone={counts.bad > 0 ? 'waiting' : 'good'}
      title={plural(stored, { one: '# document is stored', other: '# documents are stored' })}
    >
      {counts.stored > 0 && t`They wait for the approval of another person.`}
      {counts.bad > 0 &&
        ` ${plural(counts.bad, {
          one: '# bad one was not stored: correct it in the file of errors and upload that.',
          other: '# bad ones were not stored: correct them in the file of errors and upload that.',
        })}`}
    </Notice>
  )
}
