import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './api/queries.ts'
import { createLulusRouter } from './routes.tsx'
import { show } from './start.tsx'
import { keepFocus } from './ui/keys/keep-focus.ts'
import { ToastHost } from './ui/toast/ToastHost.tsx'

/** All screens, the one that the address names. */
export const openProgram = (): Promise<void> => {
  const queryClient = createQueryClient()
  const router = createLulusRouter(queryClient)
  keepFocus()
  // Their table of ranges is long, and the first sight does not wait for it.
  void import('./fonts.ts')
  return show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastHost />
    </QueryClientProvider>,
  )
}
