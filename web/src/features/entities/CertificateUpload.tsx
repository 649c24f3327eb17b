import { Trans, useLingui } from '@lingui/react/macro'
import { FileInput, PasswordInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type Entity, entities } from '#contract/entities.ts'
import { FieldGrid } from '../../ui/form/FieldGrid.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { Environment } from '../../widgets/environment-look.ts'
import classes from './entities.module.css'

type Typed = { file: File | null; password: string }

/** Takes a PKCS#12 file with its password. Beside a certificate in use the new one waits. */
export const CertificateUpload = ({ entity, environment }: { entity: Entity; environment: Environment }) => {
  const { t } = useLingui()
  const { form, field, submit, busy } = useActForm(entities.addCertificate, {
    initial: { file: null, password: '' } as Typed,
    // Without a file the contract's schema refuses it.
    toInput: (typed) => ({
      params: { id: entity.id },
      form: { environment, ...typed, file: typed.file as File },
    }),
    done: t`Certificate saved.`,
    onDone: () => form.reset(),
  })
  return (
    <form onSubmit={submit} className={classes.upload} noValidate autoComplete="off">
      <FieldGrid>
        <FileInput
          {...field('file')}
          label={t`PKCS#12 file`}
          description={t`The signing certificate with its key (.p12 or .pfx)`}
          placeholder={t`Choose a file`}
          accept=".p12,.pfx,application/x-pkcs12"
          clearable
          clearButtonProps={{ 'aria-label': t`Remove the file` }}
        />
        <PasswordInput
          {...field('password')}
          label={t`Password of the file`}
          description={t`It is used once and not kept`}
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          maxLength={500}
          autoComplete="new-password"
        />
      </FieldGrid>
      <div className={classes.actions}>
        <ReasonedButton
          type="submit"
          loading={busy}
          leftSection={<IconUpload size={16} aria-hidden />}
          why_not={form.values.file ? '' : t`Choose a file first.`}
        >
          <Trans>Upload certificate</Trans>
        </ReasonedButton>
      </div>
    </form>
  )
}
