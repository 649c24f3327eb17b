import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { type UserRow, users } from '#contract/people/users.ts'
import { displayName } from '#domain/access/caller.ts'
import { useProfile } from '../../session/session.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'

/** What can be done about an account beside changing it: a link to a password, and switching it off and on. */
export const UserActs = ({ user }: { user: UserRow }) => {
  const { t } = useLingui()
  const { id, revision, state, origin, api_keys, webhooks } = user
  const name = displayName(user)
  const own = useProfile().id === id
  const link = useAct(users.sendLink, { done: ({ detail }) => detail })
  const off = state === 'deactivated'
  const switching = useAct(users.update, {
    done: off ? t`${name} can sign in again.` : t`${name} was deactivated.`,
  })
  const turn = (is_active: boolean) => switching.act({ params: { id }, body: { is_active, revision } })
  const keys = api_keys > 0 && plural(api_keys, { one: '# API key', other: '# API keys' })
  const hooks = webhooks > 0 && plural(webhooks, { one: '# webhook', other: '# webhooks' })
  const deactivate = () =>
    confirm({
      title: t`Deactivate ${name}?`,
      body: [
        t`All sessions of ${name} end at once, and mailed links stop working. Documents and the history stay.`,
        keys && t`${keys} that ${name} made go on working; revoke them under API Key Management.`,
        hooks &&
          t`${hooks} of ${name} will tell nothing until somebody else saves them under Webhooks, Edit; do that before.`,
        t`The account can be reactivated.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirm_label: t`Deactivate`,
      dismiss_label: t`Keep the account`,
      danger: true,
      act: () => turn(false),
    })
  return (
    <Group gap="xs">
      {origin === 'local' && !off && (
        <Button variant="default" loading={link.busy} onClick={() => void link.act({ params: { id } })}>
          {state === 'invited' ? <Trans>Send the invitation again</Trans> : <Trans>Send reset link</Trans>}
        </Button>
      )}
      {off ? (
        <Button loading={switching.busy} onClick={() => void turn(true)}>
          <Trans>Reactivate</Trans>
        </Button>
      ) : (
        <ReasonedButton
          variant="default"
          c={own ? undefined : 'var(--bad)'}
          why_not={own ? t`Nobody can deactivate their own account. Ask another superadmin.` : ''}
          onClick={() => void deactivate()}
        >
          <Trans>Deactivate</Trans>
        </ReasonedButton>
      )}
    </Group>
  )
}
