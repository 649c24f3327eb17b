import { useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import { type Entity, entities } from '#contract/entities.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { ENVIRONMENT_LOOK, type Environment } from '../../widgets/environment-look.ts'

/** LHDN tells a sole proprietor's business from the person by its number (ROB) behind the TIN. */
const OF_A_PERSON = 'IG'

type Props = { entity: Entity; environment: Environment; onClose: () => void }

/** Takes the client id and secret for one environment; what is stored is never shown again. */
export const CredentialsForm = ({ entity, environment, onClose }: Props) => {
  const { t, i18n } = useLingui()
  const known = entity.access.find((one) => one.environment === environment)?.credentials
  const place = i18n._(ENVIRONMENT_LOOK[environment].word)
  const business = `${entity.tin_no}:${entity.identity_type === 'BRN' ? entity.identity_number : 'ROB'}`
  const form = useActForm(entities.setCredentials, {
    initial: { client_id: '', client_secret: '', on_behalf_of: known?.on_behalf_of ?? '' },
    toInput: (values) => ({ params: { id: entity.id }, body: { environment, ...values } }),
    done: t`Credentials saved.`,
    onDone: onClose,
  })
  return (
    <SideForm
      title={t`Credentials of ${entity.name} for ${place}`}
      form={form}
      save_label={t`Save credentials`}
      onClose={onClose}
    >
      <TextInput
        {...form.field('client_id')}
        label={t`Client ID`}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
      />
      <PasswordInput
        {...form.field('client_secret')}
        label={t`Client Secret`}
        description={t`Stored encrypted; it is never shown again.`}
        visibilityToggleButtonProps={{ 'aria-label': t`Show the client secret` }}
        maxLength={500}
        autoComplete="new-password"
        required
      />
      <TextInput
        {...form.field('on_behalf_of')}
        label={t`On behalf of`}
        description={
          entity.tin_no.startsWith(OF_A_PERSON)
            ? t`Only for an intermediary: the TIN of this company and its business number (ROB), ${business}.`
            : t`Only for an intermediary: the TIN of this company, ${entity.tin_no}.`
        }
        maxLength={60}
        autoComplete="off"
      />
    </SideForm>
  )
}
