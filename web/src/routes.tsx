import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readToken } from './api/token.ts'
import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { loadSession } from './session/session.ts'
import { CrashPage } from './shell/CrashPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ notFoundComponent: NotFoundPage })

const login = lazyRouteComponent(() => import('./features/sign-in/LoginPage.tsx'), 'LoginPage')
const readLogin = (search: Record<string, unknown>) => ({
  ...(typeof search.return === 'string' && search.return.startsWith('/') && { return: search.return }),
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readLogin,
  component: login,
})
const logIn = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch: readLogin,
  component: login,
})

/** Everything behind the sign-in. A signed-out visitor comes back to the address that he opened. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (!readToken()) throw redirect({ to: paths.login, search: { return: location.href } })
  },
  loader: ({ context }) => loadSession(context.queryClient),
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: paths.dashboard,
  validateSearch: (search) => ({ ...(search.tab === 'graphs' && { tab: 'graphs' as const }) }),
  component: lazyRouteComponent(() => import('./features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})

const routeTree = root.addChildren([start, logIn, shell.addChildren([dashboard])])

export const createLulusRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createLulusRouter>
  }
}
