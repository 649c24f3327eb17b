import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/**
 * Every text of the screens, in one catalogue a language; `npm run texts` gathers them. What has no Malay yet is told
 * by `npm run check`.
 */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'ms'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'] }],
  format: formatter({ lineNumbers: false, origins: false }),
})
