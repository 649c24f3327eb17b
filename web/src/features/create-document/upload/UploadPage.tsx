import { Trans, useLingui } from '@lingui/react/macro'
import { FileInput, Group, Stack, Switch } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { imports } from '#contract/imports.ts'
import { paths } from '../../../paths.ts'
import { usePermissions } from '../../../session/session.ts'
import { Card } from '../../../ui/Card.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { laterOf, type Outcome, textOf } from './outcome.ts'
import { Unjudged } from './Unjudged.tsx'
import classes from './upload.module.css'
import { useUpload } from './use-upload.ts'

/** A file of CSV or JSON, and the answer as a program gets it. */
export const UploadPage = () => {
  const { t } = useLingui()
  const permissions = usePermissions()
  const [file, setFile] = useState<File | null>(null)
  const [check_only, setCheckOnly] = useState(false)
  const { upload, busy, outcome } = useUpload(imports.file)
  const why_not = !permissions.can_create_invoice
    ? t`You need the permission can_create_invoice.`
    : file
      ? ''
      : t`Choose a file first.`
  const send = async () => {
    const ended = file && (await upload(file, { check_only, with_error_file: false }))
    if (ended?.kind === 'changed') setFile(null)
  }
  return (
    <Page
      title={t`Upload CSV File`}
      crumbs={[
        { label: t`Dashboard`, to: paths.dashboard },
        { label: t`Create E-Invoice Management`, to: paths.createDocument },
      ]}
    >
      <Stack>
        <Card className={classes.picker}>
          <Stack gap="sm">
            <FileInput
              label={t`File`}
              description={t`CSV, or JSON as submit-json takes it.`}
              placeholder={t`Choose a file`}
              accept=".csv,.json,text/csv,application/json"
              value={file}
              onChange={setFile}
              clearable
              clearButtonProps={{ 'aria-label': t`Remove the file` }}
            />
            <Switch
              label={t`Check only`}
              checked={check_only}
              onChange={(event) => setCheckOnly(event.currentTarget.checked)}
            />
            <Group>
              <ReasonedButton
                why_not={why_not}
                loading={busy}
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => void send()}
              >
                <Trans>Upload</Trans>
              </ReasonedButton>
            </Group>
          </Stack>
        </Card>
        <Card title={t`Response`}>
          <Response outcome={outcome} busy={busy} />
        </Card>
      </Stack>
    </Page>
  )
}

const Response = ({ outcome, busy }: { outcome: Outcome | null; busy: boolean }) => {
  if (busy) return <Trans>Uploading and parsing your CSV files...</Trans>
  if (!outcome) return <Trans>The answer appears here.</Trans>
  const text = textOf(outcome)
  if (text !== '') return <Answer text={text} import_id={laterOf(outcome)} />
  return <Unjudged outcome={outcome} />
}

const Answer = ({ text, import_id }: { text: string; import_id: string | undefined }) => (
  <Stack gap="sm">
    {import_id && (
      <Link to={paths.import} params={{ id: import_id }} className={classes.follow ?? ''}>
        <Trans>Follow this upload</Trans>
      </Link>
    )}
    <pre className={classes.response}>{text}</pre>
  </Stack>
)
