import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { watchSignIn } from '../../api/token.ts'
import type { SignInSearch } from '../../ui/address/sign-in-address.ts'
import { EntryFrame } from './EntryFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'

type Props = {
  search: SignInSearch
  /** The token is kept, by this tab or by another one; what is behind the sign-in can be shown. Settles once it is. */
  onEnter: () => Promise<unknown>
  onForgotten: () => void
  /** Somebody is here: what comes behind the sign-in can be fetched. */
  onBegin?: () => void
}

/** The first screen: it stands alone at first (`sign-in.tsx`), and in the program for who comes back to it. */
export const SignIn = ({ search, onEnter, onForgotten, onBegin }: Props) => {
  const { t } = useLingui()
  // Who signs in in another tab is signed in here as well, and goes on here too.
  useEffect(() => watchSignIn(() => void onEnter()), [onEnter])
  return (
    <EntryFrame title={t`Log in`} heading={<Trans>Log in to the e-invoicing portal</Trans>}>
      <LoginForm
        onEnter={onEnter}
        onBegin={onBegin}
        local={search.account === 'local'}
        {...(search.ended && { ended: search.ended })}
      />
      <Button variant="subtle" className={classes.other} onClick={onForgotten}>
        <Trans>Reset password</Trans>
      </Button>
    </EntryFrame>
  )
}
