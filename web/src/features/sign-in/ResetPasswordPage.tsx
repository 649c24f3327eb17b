import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type LINK_STATES, passwords } from '#contract/people/passwords.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { NewPasswordFields, twiceTheSame } from '../../widgets/NewPasswordFields.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { LinkRequest } from './LinkRequest.tsx'

const route = getRouteApi('/reset-password/$token')

/** `/reset-password/:token`: where a mailed link leads. */
export const ResetPasswordPage = () => {
  const { t } = useLingui()
  const { token } = route.useParams()
  const { data, error, refetch } = useQuery({
    ...q(passwords.checkLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <EntryFrame title={t`Reset password`} heading={<Trans>Choose a new password</Trans>}>
      {error && (
        <LoadError error={error} title={t`The link could not be checked.`} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={180} />}
      {data?.state === 'open' && <NewPasswordForm token={token} />}
      {data && data.state !== 'open' && <DeadLink state={data.state} />}
    </EntryFrame>
  )
}

const NewPasswordForm = ({ token }: { token: string }) => {
  const { t } = useLingui()
  const router = useRouter()
  const form = useActForm(passwords.reset, {
    initial: { new_password: '', again: '' },
    toInput: ({ new_password }) => ({ body: { token, new_password } }),
    done: t`Your password was changed. You can log in with it now.`,
    onDone: () => void router.navigate({ to: paths.login, search: { account: 'local' }, replace: true }),
  })
  return (
    <form onSubmit={twiceTheSame(form, t`The two passwords are not the same.`)} noValidate>
      <Stack gap="md">
        <NewPasswordFields form={form} />
        <Button type="submit" size="md" loading={form.busy} fullWidth>
          <Trans>Set the new password</Trans>
        </Button>
      </Stack>
    </form>
  )
}

const DeadLink = ({ state }: { state: Exclude<(typeof LINK_STATES)[number], 'open'> }) => {
  const { t } = useLingui()
  const words = {
    used: t`This link was used already.`,
    expired: t`This link has expired.`,
    unknown: t`This link is not known.`,
  }
  return (
    <Stack gap="md">
      <Notice tone="bad" title={words[state]}>
        <Trans>Links work once, for 30 minutes. You can ask for a new one here.</Trans>
      </Notice>
      <LinkRequest />
    </Stack>
  )
}
