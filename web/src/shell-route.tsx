import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { readToken } from './api/token.ts'
import { enterShell } from './doors.ts'
import { paths } from './paths.ts'
import { Shell } from './shell/Shell.tsx'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({})

/** Everything behind the sign-in. A signed-out visitor comes back to the address that he opened. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (!readToken()) throw redirect({ to: paths.login, search: { return: location.href } })
  },
  loader: ({ context, location }) => enterShell(context.queryClient, location.href),
  component: Shell,
})
