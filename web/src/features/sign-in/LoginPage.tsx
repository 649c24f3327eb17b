import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SignInSearch } from '../../doors.ts'
import { paths } from '../../paths.ts'
import { Mark } from '../../ui/Mark.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'
import { PathOfADocument } from './PathOfADocument.tsx'

/** `/` and `/log-in`. */
export const LoginPage = () => {
  const { t } = useLingui()
  const router = useRouter()
  const client = useQueryClient()
  const search: SignInSearch = useSearch({ strict: false })
  useEffect(() => {
    document.title = `${t`Log in`} · Lulus`
  }, [t])
  const enter = () => {
    // What the last person saw in this tab is not the next one's.
    client.clear()
    router.history.push(search.return ?? paths.dashboard)
  }
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <div className={classes.box}>
          <div className={classes.brand}>
            <Mark size={36} />
            <span>Lulus</span>
          </div>
          <h1 className={classes.title}>
            <Trans>Log in to the e-invoicing portal</Trans>
          </h1>
          <LoginForm onEnter={enter} {...(search.ended && { ended: search.ended })} />
        </div>
        <footer className={classes.footer}>
          <Trans>© 2024 Lulus</Trans>
        </footer>
      </main>
      <PathOfADocument />
    </div>
  )
}
