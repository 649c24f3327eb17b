import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, FileInput, Loader, Portal, Stack, Switch } from '@mantine/core'
import { IconFileTypeCsv, IconListCheck, IconUpload } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DOCUMENTS_PER_FILE_MAX, imports } from '#contract/imports.ts'
import { paths } from '../../../paths.ts'
import { useDownload } from '../../../ui/acts/use-download.ts'
import { Card } from '../../../ui/Card.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { laterOf } from './outcome.ts'
import { ProcessingDialog } from './ProcessingDialog.tsx'
import classes from './upload.module.css'
import { useBegin } from './use-begin.ts'
import { useUpload } from './use-upload.ts'

/** Documents out of a CSV file: template, choice, check or upload, and what became of it. */
export const UploadCard = () => {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const [check_only, setCheckOnly] = useState(false)
  const [shown, setShown] = useState(false)
  const { upload, busy, outcome } = useUpload(imports.csv)
  const [last, setLast] = useState<File | null>(null)
  const steps = useBegin()
  const navigate = useNavigate()
  const send = async () => {
    if (!file) return
    const ended = await upload(file, { check_only, with_error_file: true })
    if (!ended) return
    const import_id = laterOf(ended)
    if (import_id) return navigate({ to: paths.import, params: { id: import_id } })
    setShown(true)
    // Once it is corrected it is another file, which has to be chosen anew.
    if (ended.kind === 'changed' || (ended.kind === 'judged' && !check_only)) setFile(null)
    if (ended.kind !== 'changed') setLast(file)
  }
  return (
    <Card title={t`Upload CSV`}>
      <Stack gap="sm">
        <About />
        <FileField {...{ file, setFile }} />
        <Switch
          label={t`Check only`}
          description={t`Tells what is wrong and stores nothing.`}
          checked={check_only}
          onChange={(event) => setCheckOnly(event.currentTarget.checked)}
        />
        <ReasonedButton
          why_not={file ? '' : t`Choose a file first.`}
          loading={busy}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => void send()}
        >
          {check_only ? t`Check CSV` : t`Upload CSV`}
        </ReasonedButton>
        <StepsButton {...{ file, steps }} />
        <div className={classes.foot}>
          <Link to={paths.imports}>
            <Trans>My Uploads</Trans>
          </Link>
          <Link to={paths.upload}>
            <Trans>Upload a file and read the answer as text</Trans>
          </Link>
          {outcome && (
            <Anchor component="button" type="button" className={classes.link} onClick={() => setShown(true)}>
              <Trans>Show the last response</Trans>
            </Anchor>
          )}
        </div>
      </Stack>
      {(busy || steps.busy) && <ProcessingOverlay />}
      <ProcessingDialog
        outcome={shown ? outcome : null}
        onClose={() => setShown(false)}
        {...(last && { onMend: () => void steps.begin(last) })}
      />
    </Card>
  )
}

const About = () => {
  const { t } = useLingui()
  const template = useDownload(imports.template, {
    done: t`The sample template was downloaded.`,
    failed: (message) => t`The sample template could not be made: ${message}`,
  })
  return (
    <>
      <p className={classes.quiet}>
        <Trans>
          One row per line item. Files of more than {DOCUMENTS_PER_FILE_MAX} documents are taken in the
          background.
        </Trans>
      </p>
      <Anchor component="button" type="button" className={classes.link} onClick={() => template.run({})}>
        <Trans>Download Sample Template</Trans>
      </Anchor>
    </>
  )
}

const FileField = ({ file, setFile }: { file: File | null; setFile: (file: File | null) => void }) => {
  const { t } = useLingui()
  return (
    <FileInput
      label={t`CSV file`}
      placeholder={t`Choose a file`}
      accept=".csv,text/csv"
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      value={file}
      onChange={setFile}
      clearable
      clearButtonProps={{ 'aria-label': t`Remove the file` }}
    />
  )
}

/** The way for files of any size and with any headings. */
const StepsButton = ({ file, steps }: { file: File | null; steps: ReturnType<typeof useBegin> }) => {
  const { t } = useLingui()
  return (
    <>
      <ReasonedButton
        variant="default"
        why_not={file ? '' : t`Choose a file first.`}
        loading={steps.busy}
        leftSection={<IconListCheck size={16} aria-hidden />}
        onClick={() => file && void steps.begin(file)}
      >
        <Trans>Match and check in steps</Trans>
      </ReasonedButton>
      <p className={classes.quiet}>
        <Trans>For files of any size, with headings of their own: nothing is stored before you say so.</Trans>
      </p>
    </>
  )
}

const ProcessingOverlay = () => (
  <Portal>
    <div className={classes.overlay} role="status" data-covers>
      <Loader />
      <Trans>Uploading and parsing your CSV files...</Trans>
    </div>
  </Portal>
)
