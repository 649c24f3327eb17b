import '@fontsource-variable/inter/index.css'
import '@mantine/core/styles.css'
import './theme.css'
import { I18nProvider, useLingui } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n, startLanguage } from './i18n.ts'
import { createLulusTheme, cssVariables } from './theme.ts'

const element = document.getElementById('root')
if (!element) throw new Error('the page has no root element')
const root = createRoot(element)

const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
// The scroll lock of dialogs writes a style element and looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
// The content policy forbids code that is made at run time, as the schema library would. It reads this when it comes.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Shows this in the window, in place of what was shown before, in the language of this browser. */
export const show = async (screens: ReactNode): Promise<void> => {
  await startLanguage()
  root.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Look>{screens}</Look>
      </I18nProvider>
    </StrictMode>,
  )
}

/** Made anew when the language changes, for the words in its theme. */
const Look = ({ children }: { children: ReactNode }) => {
  useLingui()
  return (
    <MantineProvider
      theme={createLulusTheme()}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  )
}
