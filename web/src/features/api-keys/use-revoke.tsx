import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ApiKey, apiKeys } from '#contract/people/api-keys.ts'
import { formatInstant } from '../../dates.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm } from '../../ui/dialogs/ask.ts'

/** The button of a key that still works; it asks, and says what stops working. */
export const useRevoke = () => {
  const { t } = useLingui()
  const { act } = useAct(apiKeys.revoke, { done: ({ name }) => t`The key ${name} was revoked.` })
  const ask = ({ id, name, sender_entity_name: company, store_codes, last_used_at, webhooks }: ApiKey) => {
    const departments = store_codes.join(', ')
    const used = last_used_at && formatInstant(new Date(last_used_at))
    const loss = t`From now on no program can send documents with it for ${company} (${departments}).`
    const hooks = webhooks > 0 && plural(webhooks, { one: '# webhook', other: '# webhooks' })
    return confirm({
      title: t`Revoke the key ${name}?`,
      body: [
        loss,
        hooks && t`${hooks} of this key will be told nothing any more.`,
        hooks &&
          t`What happens from then on is not kept for them: move them to another key before, under Webhooks, Edit.`,
        used ? t`It was last used on ${used}.` : t`It was never used.`,
        t`This cannot be undone.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirm_label: t`Revoke`,
      dismiss_label: t`Keep the key`,
      danger: true,
      act: () => act({ params: { id } }),
    })
  }
  return (row: ApiKey) =>
    row.state === 'active' && (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        ml={-8}
        aria-label={t`Revoke ${row.name}`}
        onClick={() => void ask(row)}
      >
        <Trans>Revoke</Trans>
      </Button>
    )
}
