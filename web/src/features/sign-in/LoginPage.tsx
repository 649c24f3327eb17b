import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignInSearch } from '../../doors.ts'
import { paths } from '../../paths.ts'
import { EntryFrame } from './EntryFrame.tsx'
import { LinkRequest } from './LinkRequest.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'

/** `/` and `/log-in`. */
export const LoginPage = () => {
  const { t } = useLingui()
  const router = useRouter()
  const client = useQueryClient()
  const search: SignInSearch = useSearch({ strict: false })
  const [forgotten, setForgotten] = useState(false)
  const enter = () => {
    // What the last person saw in this tab is not the next one's.
    client.clear()
    router.history.push(search.return ?? paths.dashboard)
  }
  if (forgotten) {
    return (
      <EntryFrame title={t`Reset password`} heading={<Trans>Reset your password</Trans>}>
        <LinkRequest />
        <Button variant="subtle" className={classes.other} onClick={() => setForgotten(false)}>
          <Trans>Back to the sign-in</Trans>
        </Button>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={t`Log in`} heading={<Trans>Log in to the e-invoicing portal</Trans>}>
      <LoginForm onEnter={enter} {...(search.ended && { ended: search.ended })} />
      <Button variant="subtle" className={classes.other} onClick={() => setForgotten(true)}>
        <Trans>Reset password</Trans>
      </Button>
    </EntryFrame>
  )
}
