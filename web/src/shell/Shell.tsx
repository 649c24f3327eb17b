import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { session } from '#contract/people/session.ts'
import { call } from '../api/call.ts'
import { readEnd, readToken } from '../api/token.ts'
import { paths } from '../paths.ts'
import { useProfile } from '../session/session.ts'
import { useToken } from '../session/use-token.ts'
import { DialogHost } from '../ui/dialogs/DialogHost.tsx'
import { useOnce } from '../ui/later/late-open.ts'
import { later } from '../ui/later/later.ts'
import { SupportAddress } from '../widgets/SupportAddress.tsx'
import { CertificateBanner } from './CertificateBanner.tsx'
import { IdleWarning } from './IdleWarning.tsx'
import { type KeysPanel, ShellKeys } from './keys/ShellKeys.tsx'
import './print.css'
import { ReachBanner } from './ReachBanner.tsx'
import classes from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { TroubleBanner } from './TroubleBanner.tsx'
import { isUnplaced } from './unplaced/is-unplaced.ts'
import { useLightPaper } from './use-light-paper.ts'
import { useNews } from './use-news.ts'

const PhoneMenu = later(async () => (await import('./PhoneMenu.tsx')).PhoneMenu)
const Unplaced = later(async () => (await import('./unplaced/Unplaced.tsx')).Unplaced)

/** Everything around a signed-in screen: top bar, side menu, footer, and what watches over the session. */
export const Shell = () => {
  // Drawn anew, with all that it holds, when the language changes.
  useLingui()
  const profile = useProfile()
  const [menuOpen, menu] = useDisclosure(false)
  const [keysPanel, setKeysPanel] = useState<KeysPanel>()
  const main = useFocusOnNavigation(menu.close)
  useSessionEnd(profile.id)
  useNews()
  useLightPaper()
  const unplaced = isUnplaced(profile, useLocation().pathname)
  return (
    <div className={classes.shell}>
      <DialogHost />
      <a href="#content" className={classes.skip}>
        <Trans>Skip to content</Trans>
      </a>
      <ShellKeys panel={keysPanel} onPanel={setKeysPanel} />
      <TopBar menuOpen={menuOpen} onMenu={menu.toggle} onSearch={() => setKeysPanel('palette')} />
      <aside className={classes.side}>
        <SideMenu />
      </aside>
      <Suspense>{useOnce(menuOpen) && <PhoneMenu opened={menuOpen} onClose={menu.close} />}</Suspense>
      <div className={classes.body}>
        <ReachBanner />
        <TroubleBanner />
        <CertificateBanner />
        <main id="content" ref={main} tabIndex={-1} className={classes.main}>
          {unplaced ? (
            <Suspense>
              <Unplaced />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
        <footer className={classes.footer}>
          <span>
            <Trans>© 2024 Lulus</Trans>
          </span>
          <span>
            <SupportAddress />
          </span>
        </footer>
      </div>
      <IdleWarning />
    </div>
  )
}

/**
 * Without a token there is no shell: to the sign-in, with the way back unless the person chose to leave. With a new one
 * the same person goes on; where another one signed in from another tab, nothing on this screen is theirs.
 */
const useSessionEnd = (user_id: string) => {
  const token = useToken()
  const seen = useRef(token)
  const router = useRouter()
  useEffect(() => {
    if (token === seen.current) return
    seen.current = token
    if (token) {
      void reloadUnless(user_id, token)
      return
    }
    const end = readEnd()
    const search = end === 'chosen' ? {} : { return: router.state.location.href, ended: end }
    router.navigate({ to: paths.login, search, replace: true })
  }, [token, router, user_id])
}

/** Where it cannot be told whose the token is, another person is assumed; one that is refused ends the session. */
const reloadUnless = async (user_id: string, token: string) => {
  const same = await call(session.profile, {}).then(
    ({ id }) => id === user_id,
    () => false,
  )
  if (!same && readToken() === token) window.location.reload()
}

/** After a change of screen the keyboard continues at its content, and the phone's menu is closed. */
const useFocusOnNavigation = (closeMenu: () => void) => {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    closeMenu()
    main.current?.focus({ preventScroll: true })
  }, [pathname, closeMenu])
  return main
}
