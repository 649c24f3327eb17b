import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { SignInSearch } from '../../ui/address/sign-in-address.ts'
import { forgetReasons } from '../../ui/dialogs/ask.ts'
import { EntryFrame } from './EntryFrame.tsx'
import { LinkRequest } from './LinkRequest.tsx'
import classes from './LoginPage.module.css'
import { SignIn } from './SignIn.tsx'

/** `/` and `/log-in`, of who comes here from another screen. */
export const LoginPage = () => {
  const { t } = useLingui()
  const router = useRouter()
  const client = useQueryClient()
  const search: SignInSearch = useSearch({ strict: false })
  const { forgotten: _, ...rest } = search
  const turn = (to: SignInSearch) => void router.navigate({ to: paths.login, search: to, replace: true })
  if (search.forgotten) {
    return (
      <EntryFrame title={t`Reset password`} heading={<Trans>Reset your password</Trans>}>
        <LinkRequest />
        <Button variant="subtle" className={classes.other} onClick={() => turn(rest)}>
          <Trans>Back to the sign-in</Trans>
        </Button>
      </EntryFrame>
    )
  }
  const enter = async () => {
    // What the last person saw in this tab is not the next one's.
    client.clear()
    forgetReasons()
    router.history.push(search.return ?? paths.dashboard)
  }
  return <SignIn search={search} onEnter={enter} onForgotten={() => turn({ ...search, forgotten: 'true' })} />
}
