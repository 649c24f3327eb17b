import '@fontsource-variable/inter/index.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme.css'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { createQueryClient } from './api/queries.ts'
import { i18n } from './i18n.ts'
import { createLulusRouter } from './routes.tsx'
import { createLulusTheme, cssVariables } from './theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root element')

const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
// The scroll lock of dialogs writes a style element and looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
// The content policy forbids code that is made at run time, as the schema library would.
z.config({ jitless: true })
const queryClient = createQueryClient()
const router = createLulusRouter(queryClient)

// Their table of ranges is long, and the first sight does not wait for it.
void import('./fonts.ts')

createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={createLulusTheme()}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Notifications limit={5} zIndex={400} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
)
