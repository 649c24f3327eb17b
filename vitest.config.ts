import { defineConfig } from 'vitest/config'
import { textPlugins } from './web/texts.ts'

const room = (name: string, more: object = {}) => ({
  test: { name, include: [`${name}/**/*.test.ts`], environment: 'node' as const, ...more },
})

export default defineConfig({
  test: {
    projects: [
      room('domain', {
        include: [
          'codes/**/*.test.ts',
          'domain/**/*.test.ts',
          'contract/**/*.test.ts',
          'checks/**/*.test.ts',
        ],
      }),
      room('simulator', { testTimeout: 20_000 }),
      room('server', {
        testTimeout: 30_000,
        hookTimeout: 60_000,
        globalSetup: ['server/test/global-setup.ts'],
      }),
      {
        ...room('web', { include: ['web/src/**/*.test.ts'], setupFiles: ['web/src/i18n.ts'] }),
        plugins: textPlugins(),
      },
      room('e2e', {
        testTimeout: 120_000,
        hookTimeout: 180_000,
        fileParallelism: false,
        globalSetup: ['e2e/global-setup.ts'],
      }),
    ],
  },
})
