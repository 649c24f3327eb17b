import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Entity, entities } from '#contract/entities.ts'
import { ENVIRONMENT_LOOK, type Environment } from '../../widgets/environment-look.ts'
import { at, useEntityAct } from './use-entity-act.ts'

type Props = { entity: Entity; environment: Environment; onClose: () => void }

/** Takes the client id and secret for one environment; what is stored is never shown again. */
export const CredentialsDialog = ({ entity, environment, onClose }: Props) => {
  const { t, i18n } = useLingui()
  const known = entity.access.find((one) => one.environment === environment)?.credentials
  const [client_id, setId] = useState('')
  const [client_secret, setSecret] = useState('')
  const [on_behalf_of, setBehalf] = useState(known?.on_behalf_of ?? '')
  const { act, errors, busy } = useEntityAct(entities.setCredentials, t`Credentials saved.`)
  const place = i18n._(ENVIRONMENT_LOOK[environment].word)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = { environment, client_id, client_secret, on_behalf_of }
    act({ params: { id: entity.id }, body }, onClose)
  }
  return (
    <Modal opened onClose={onClose} title={t`Credentials of ${entity.name} for ${place}`}>
      <form onSubmit={save} noValidate autoComplete="off">
        <Stack>
          <TextInput
            label={t`Client ID`}
            value={client_id}
            error={at(errors, 'client_id')}
            onChange={(event) => setId(event.currentTarget.value)}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            required
            data-autofocus
          />
          <PasswordInput
            label={t`Client Secret`}
            description={t`Stored encrypted; it is never shown again.`}
            value={client_secret}
            error={at(errors, 'client_secret')}
            onChange={(event) => setSecret(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t`Show the client secret` }}
            maxLength={500}
            autoComplete="new-password"
            required
          />
          <TextInput
            label={t`On behalf of`}
            description={t`Only for an intermediary: the TIN of this company, ${entity.tin_no}.`}
            value={on_behalf_of}
            error={at(errors, 'on_behalf_of')}
            onChange={(event) => setBehalf(event.currentTarget.value)}
            maxLength={60}
            autoComplete="off"
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={busy}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={busy}>
              <Trans>Save credentials</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
