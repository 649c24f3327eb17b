import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Every text of the screens, in one catalogue; `npm run texts` gathers them. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'] }],
  format: formatter({ lineNumbers: false, origins: false }),
})
