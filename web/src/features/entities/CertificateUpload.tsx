import { Trans, useLingui } from '@lingui/react/macro'
import { FileInput, PasswordInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type Entity, entities } from '#contract/entities.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { Environment } from '../../widgets/environment-look.ts'
import classes from './entities.module.css'
import { at, useEntityAct } from './use-entity-act.ts'

/** Takes a PKCS#12 file with its password. Beside a certificate in use the new one waits. */
export const CertificateUpload = ({ entity, environment }: { entity: Entity; environment: Environment }) => {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const { act, errors, busy } = useEntityAct(entities.addCertificate, t`Certificate saved.`)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    act({ params: { id: entity.id }, form: { environment, password, file } }, () => {
      setFile(null)
      setPassword('')
    })
  }
  return (
    <form onSubmit={save} className={classes.upload} noValidate autoComplete="off">
      <FileInput
        label={t`PKCS#12 file`}
        description={t`The signing certificate with its key (.p12 or .pfx)`}
        placeholder={t`Choose a file`}
        accept=".p12,.pfx,application/x-pkcs12"
        value={file}
        error={at(errors, 'file')}
        onChange={setFile}
        clearable
        clearButtonProps={{ 'aria-label': t`Remove the file` }}
      />
      <PasswordInput
        label={t`Password of the file`}
        description={t`It is used once and not kept`}
        value={password}
        error={at(errors, 'password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        maxLength={500}
        autoComplete="new-password"
      />
      <div className={classes.actions}>
        <ReasonedButton
          type="submit"
          loading={busy}
          leftSection={<IconUpload size={16} aria-hidden />}
          why_not={file ? '' : t`Choose a file first.`}
        >
          <Trans>Upload certificate</Trans>
        </ReasonedButton>
      </div>
    </form>
  )
}
