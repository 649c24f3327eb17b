import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profile } from '#contract/people/profile.ts'
import { session } from '#contract/people/session.ts'
import { q } from '../../api/queries.ts'
import { useProfile } from '../../session/session.ts'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import classes from './account.module.css'
import { headingOf } from './details.ts'

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

const Choices = ({ types }: { types: readonly { key: string; description: string }[] }) => {
  const { t } = useLingui()
  const { notification_preferences } = useProfile()
  const { field, submit, busy } = useActForm(profile.setNotifications, {
    initial: { notification_preferences: notification_preferences.map(({ key }) => key) },
    toInput: (body) => ({ body }),
    done: t`Notification preferences updated successfully!`,
    failed: () => t`Failed to update notification preferences.`,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Checkbox.Group {...field('notification_preferences')} label={t`Tell me about`}>
        <div className={classes.choices}>
          {types.map(({ key, description }) => (
            <Checkbox key={key} value={key} label={headingOf(key)} description={description} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.actions}>
        <Button type="submit" loading={busy}>
          <Trans>Save Preferences</Trans>
        </Button>
      </div>
    </form>
  )
}
