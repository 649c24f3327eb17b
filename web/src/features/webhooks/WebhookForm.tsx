import { useLingui } from '@lingui/react/macro'
import { Checkbox, MultiSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeys } from '#contract/people/api-keys.ts'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { URL_CHARS_MAX } from '#domain/webhooks/address.ts'
import { EVENT_TYPES } from '#domain/webhooks/events.ts'
import { messageOf } from '../../api/errors.ts'
import { q } from '../../api/queries.ts'
import { FailedLine } from '../../ui/FailedLine.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import { keyOption, keyShown } from './key-option.ts'
import { EVENT_WORDS, hostOf } from './look.tsx'
import type { NewSecret } from './SecretDialog.tsx'

type Props = {
  webhook: Webhook | undefined
  onMade: (made: NewSecret) => void
  onClose: () => void
  /** It was deleted; as `onClose` where absent. */
  onRemoved?: () => void
}

const NEW = { api_key_id: '', url: '', description: '', events: [] as Webhook['events'], is_active: true }

/** Makes a webhook, changes it, or deletes it. */
export const WebhookForm = ({ webhook, onMade, onClose, onRemoved = onClose }: Props) => {
  const { t, i18n } = useLingui()
  const form = useActForm(webhook ? webhooks.update : webhooks.create, {
    initial: webhook ?? NEW,
    toInput: ({ is_active, api_key_id, url, description, events }) => {
      const written = { api_key_id, url, description, events }
      return webhook
        ? { params: { id: webhook.id }, body: { ...written, is_active, modified_at: webhook.modified_at } }
        : { body: written }
    },
    done: webhook ? t`Webhook saved.` : t`Webhook created.`,
    onDone: (reply) => {
      onClose()
      if ('secret' in reply) onMade(reply)
    },
  })
  return (
    <SideForm
      title={webhook ? t`Edit Webhook` : t`New Webhook`}
      form={form}
      remove={webhook && <Remove webhook={webhook} onDone={onRemoved} />}
      onClose={onClose}
    >
      <TextInput
        {...form.field('url')}
        label={t`Address`}
        description={t`Where events are sent to: https://, reachable from the Internet.`}
        placeholder="https://example.com/lulus"
        maxLength={URL_CHARS_MAX}
        required
        data-autofocus
      />
      <TextInput {...form.field('description')} label={t`Description`} maxLength={200} />
      <KeyField {...form.choice('api_key_id')} webhook={webhook} />
      <MultiSelect
        {...form.field('events')}
        label={t`Events`}
        description={t`None chosen means all, those of later versions too.`}
        data={EVENT_TYPES.map((value) => ({ value, label: i18n._(EVENT_WORDS[value]) }))}
        clearable
        clearButtonProps={{ 'aria-label': t`Clear the events` }}
      />
      {webhook && (
        <Checkbox
          {...form.form.getInputProps('is_active', { type: 'checkbox' })}
          label={t`Active`}
          description={t`While it is off, events are kept for 30 days and can be sent afterwards.`}
        />
      )}
    </SideForm>
  )
}

type Chosen = { value: string; label: string }
type Choice = { id: string; path: string; value: string; onChoose: (option: Chosen) => void; error?: string }
/** More than a list shows are found by their name. */
const KEYS_MAX = 50
const PAUSE_MS = 200

/** By which key it is told, that is of which company and departments; an existing one stays with its company. */
const KeyField = ({ webhook, ...choice }: Choice & { webhook: Webhook | undefined }) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed, PAUSE_MS)
  // It need not be among those that are found, nor work any more.
  const [chosen, setChosen] = useState(
    webhook && { id: webhook.api_key_id, name: webhook.api_key_name, key_start: '' },
  )
  const of = webhook && { sender_entity_id: webhook.sender_entity_id }
  const keys = useQuery({
    ...q(apiKeys.list, { query: { name, state: 'active', ...of, page_size: KEYS_MAX } }),
    placeholderData: keepPreviousData,
  })
  const working = keys.data?.results ?? []
  const shown = [...working, ...(chosen ? [chosen] : [])].find(({ id }) => id === choice.value)
  const failed = keys.data ? null : keys.error
  const retry = () => void keys.refetch()
  return (
    <SearchSelect
      {...choice}
      label={t`API key`}
      description={t`It is told what this key covers: its company and departments, as long as it works.`}
      options={working.map(keyOption)}
      shown={shown && keyShown(shown)}
      onChoose={(option) => {
        setChosen(working.find(({ id }) => id === option.value))
        choice.onChoose(option)
      }}
      onSearch={setTyped}
      busy={(keys.isFetching && (!keys.data || keys.isPlaceholderData)) || name !== typed}
      {...(failed && { failed: messageOf(failed), error: <FailedLine error={failed} onRetry={retry} /> })}
      required
    />
  )
}

const Remove = ({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) => {
  const { t } = useLingui()
  const host = hostOf(webhook)
  return (
    <RemoveButton
      endpoint={webhooks.remove}
      input={{ params: { id: webhook.id } }}
      question={{
        title: t`Delete the webhook to ${host}?`,
        body: t`It is told nothing any more, and what it was told so far is deleted with it.`,
      }}
      words={{ done: t`Webhook deleted.` }}
      onDone={onDone}
    />
  )
}
