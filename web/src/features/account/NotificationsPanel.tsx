import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Loader, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profile } from '#contract/people/profile.ts'
import { session } from '#contract/people/session.ts'
import { FLAGS } from '#domain/access/flags.ts'
import {
  concerns,
  isBinding,
  KIND_KEYS,
  KINDS,
  type KindKey,
  type TOLD_WAYS,
  type Way,
} from '#domain/notifications/kinds.ts'
import { q } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import { usePermissions, useProfile } from '../../session/session.ts'
import { useDiscardQuestion } from '../../ui/dialogs/use-discard-question.ts'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'
import { Rest } from '../../ui/form/Rest.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import classes from './account.module.css'
import { KIND_WORDS } from './details.ts'

/** Which kinds of trouble I am told about. */
export const NotificationsPanel = () => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(q(session.errorTypes))
  if (data) return <Choices types={data} />
  if (error) {
    const title = t`The notification preferences could not be loaded.`
    return <LoadError error={error} title={title} onRetry={() => void refetch()} />
  }
  return (
    <p className={classes.loading} role="status">
      <Loader size="xs" aria-hidden />
      <Trans>Loading notification preferences...</Trans>
    </p>
  )
}

type Told = (typeof TOLD_WAYS)[number]

/** Of which kinds, and how each comes. Kinds that do not concern the person are left as they are. */
const Choices = ({ types }: { types: readonly { key: string; description: string }[] }) => {
  const { t, i18n } = useLingui()
  const { access_type, notification_preferences, notification_ways } = useProfile()
  const permissions = usePermissions()
  const superadmin = access_type === 'superadmin'
  const flags = new Set(FLAGS.filter((flag) => permissions[flag]))
  const { form, field, submit, busy, sending, isDirty } = useActForm(profile.setNotifications, {
    initial: {
      notification_preferences: inOrder(notification_preferences.map(({ key }) => key)),
      notification_ways: toTell(notification_ways),
    },
    toInput: (body) => ({ body }),
    done: t`Notification preferences updated successfully!`,
    failed: () => t`Failed to update notification preferences.`,
  })
  // Its neighbour tab leaves it as it is.
  useLeaveGuard(isDirty, useDiscardQuestion(), ({ current, next }) => next.pathname !== current.pathname)
  const chosen = form.getValues().notification_preferences
  const kinds = field('notification_preferences')
  return (
    <form onSubmit={submit} noValidate>
      <Rest while={sending}>
        <Checkbox.Group
          {...kinds}
          // As before for whoever takes one away and takes it up again.
          onChange={(keys) => kinds.onChange(inOrder(keys))}
          label={t`Tell me about`}
        >
          <div className={classes.choices}>
            {KINDS.filter((kind) => concerns(kind, { superadmin, flags })).map((kind) => {
              const binding = isBinding(kind, superadmin)
              const name = i18n._(KIND_WORDS[kind.key])
              const description = told(types.find(({ key }) => key === kind.key)?.description ?? '')
              return (
                <div key={kind.key} className={classes.kind}>
                  <Checkbox
                    value={kind.key}
                    label={name}
                    description={binding ? t`${description} Superadmins are always told.` : description}
                    disabled={binding}
                  />
                  <NativeSelect
                    {...field(`notification_ways.${kind.key}`)}
                    size="xs"
                    aria-label={t`How: ${name}`}
                    disabled={!chosen.includes(kind.key)}
                    data={[
                      { value: 'in_app', label: t`In the portal` },
                      { value: 'at_once', label: t`And by mail at once` },
                      { value: 'digest', label: t`And in the daily mail` },
                    ]}
                  />
                </div>
              )
            })}
          </div>
        </Checkbox.Group>
      </Rest>
      <div className={classes.actions}>
        <Button type="submit" loading={busy}>
          <Trans>Save Preferences</Trans>
        </Button>
      </div>
    </form>
  )
}

const inOrder = (keys: readonly string[]) => KIND_KEYS.filter((key) => keys.includes(key))

/** What is off now would come by mail, as it does where only the list of keys is sent. */
const toTell = (ways: Readonly<Record<KindKey, Way>>): Record<KindKey, Told> => {
  const chosen = KIND_KEYS.map((key): [KindKey, Told] => [key, ways[key] === 'off' ? 'at_once' : ways[key]])
  // Object.fromEntries forgets the keys; KIND_KEYS holds each of them once.
  return Object.fromEntries(chosen) as Record<KindKey, Told>
}
