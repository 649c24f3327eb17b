import { Trans, useLingui } from '@lingui/react/macro'
import { Button, PasswordInput, Radio, Stack, TextInput } from '@mantine/core'
import type { Output } from '#contract/endpoint.ts'
import { setUp } from '#contract/installation/set-up.ts'
import { documentNumber, runningNumber } from '#domain/documents/numbering.ts'
import { Card } from '../../ui/Card.tsx'
import { useUnloadGuard } from '../../ui/dialogs/use-leave-guard.ts'
import { FieldGrid, Wide } from '../../ui/form/FieldGrid.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { ENVIRONMENT_LOOK, environmentsWith } from '../../widgets/environment-look.ts'
import { NewPasswordFields, twiceTheSame } from '../../widgets/NewPasswordFields.tsx'
import { IdentityCheck } from '../../widgets/party/IdentityCheck.tsx'
import { COMPANY_NEEDS, PARTY_NAMES } from '../../widgets/party/labels.ts'
import { PartyFields } from '../../widgets/party/PartyFields.tsx'
import { emptyForm } from './empty-form.ts'
import classes from './set-up.module.css'

const FIRST_NUMBER = documentNumber('HQ', runningNumber('01', 1))

type Props = { token: string; has_simulator: boolean; onDone: (made: Output<typeof setUp.complete>) => void }

const useSetUpForm = ({ token, has_simulator, onDone }: Props) =>
  useActForm(setUp.complete, {
    initial: emptyForm(has_simulator),
    toInput: ({ again: _, ...typed }) => {
      // What was typed for another environment is not meant for the simulator.
      const own = typed.environment === 'simulator' ? { client_id: '', client_secret: '' } : {}
      return { body: { ...typed, ...own, token } }
    },
    onDone,
  })
type Form = ReturnType<typeof useSetUpForm>

/** All that a portal needs to begin, on one page. */
export const SetUpForm = (props: Props) => {
  const { t } = useLingui()
  const form = useSetUpForm(props)
  useUnloadGuard(form.isDirty)
  return (
    <form
      onSubmit={twiceTheSame(form, t`The two passwords are not the same.`)}
      noValidate
      className={classes.form}
    >
      <AccountCard form={form} />
      <Card title={t`Your company`}>
        <PartyFields form={form.form} fields={PARTY_NAMES} required={COMPANY_NEEDS} />
        <IdentityCheck
          party={form.form.values}
          onTake={({ identity_type }) => form.form.setFieldValue('identity_type', identity_type)}
        />
      </Card>
      <DepartmentCard form={form} />
      <AuthorityCard form={form} has_simulator={props.has_simulator} />
      <div className={classes.actions}>
        <Button type="submit" size="md" loading={form.busy}>
          <Trans>Set up</Trans>
        </Button>
      </div>
    </form>
  )
}

const AccountCard = ({ form }: { form: Form }) => {
  const { t } = useLingui()
  const code = { autoCapitalize: 'none', spellCheck: false, required: true }
  return (
    <Card title={t`Your account`}>
      <FieldGrid>
        <TextInput
          {...form.field('first_name')}
          label={t`First name`}
          autoComplete="given-name"
          maxLength={100}
          autoFocus
        />
        <TextInput
          {...form.field('last_name')}
          label={t`Last name`}
          autoComplete="family-name"
          maxLength={100}
        />
        <TextInput
          {...form.field('username')}
          {...code}
          label={t`Username`}
          autoComplete="off"
          maxLength={150}
        />
        <TextInput
          {...form.field('account_email')}
          {...code}
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          maxLength={320}
        />
        <Wide>
          <Stack gap="sm">
            <NewPasswordFields form={form} />
          </Stack>
        </Wide>
      </FieldGrid>
    </Card>
  )
}

const DepartmentCard = ({ form }: { form: Form }) => {
  const { t } = useLingui()
  return (
    <Card title={t`First department`}>
      <FieldGrid>
        <TextInput
          {...form.field('store_code')}
          label={t`Department code`}
          description={t`It is part of the numbers of its documents, such as ${FIRST_NUMBER}.`}
          maxLength={20}
          spellCheck={false}
          required
        />
        <TextInput
          {...form.field('store_name')}
          label={t`Department name`}
          description={t`A branch, a shop or the head office.`}
          maxLength={100}
          required
        />
      </FieldGrid>
    </Card>
  )
}

const AuthorityCard = ({ form, has_simulator }: { form: Form; has_simulator: boolean }) => {
  const { t, i18n } = useLingui()
  const { environment } = form.form.values
  return (
    <Card title={t`Authority`}>
      <Stack gap="md">
        <Radio.Group {...form.field('environment')} label={t`Documents go to`}>
          <Stack gap="xs" mt="xs">
            {environmentsWith(has_simulator).map((value) => (
              <Radio
                key={value}
                value={value}
                label={i18n._(ENVIRONMENT_LOOK[value].word)}
                description={i18n._(ENVIRONMENT_LOOK[value].means)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {environment === 'simulator' ? (
          <p className={classes.quiet}>
            <Trans>The simulator gives your company credentials and a test certificate by itself.</Trans>
          </p>
        ) : (
          <FieldGrid>
            <TextInput
              {...form.field('client_id')}
              label={t`Client ID`}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
            />
            <PasswordInput
              {...form.field('client_secret')}
              label={t`Client Secret`}
              visibilityToggleButtonProps={{ 'aria-label': t`Show the client secret` }}
              maxLength={500}
              autoComplete="off"
            />
            <Wide>
              <p className={classes.quiet}>
                <Trans>
                  Both come from the MyInvois portal of LHDN and are stored encrypted. You may leave them
                  empty and add them later, with the signing certificate, under Admin Setting, Entity
                  Management.
                </Trans>
              </p>
            </Wide>
          </FieldGrid>
        )}
      </Stack>
    </Card>
  )
}
