import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textPlugins } from './texts.ts'

const here = import.meta.dirname

/**
 * A screen is fetched in some ten files, not ninety: what every page starts with, what many screens share, and what a
 * few do, grouped by who they are. Smaller pieces cost a phone more in round trips than they save in bytes.
 */
const CHUNKS = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'shared', minShareCount: 6, priority: 2 },
  { name: 'some', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
]

/** No inline script and no inlined asset, so that the page lives under a strict content security policy. */
export default defineConfig({
  root: here,
  plugins: [...textPlugins(), react()],
  build: {
    outDir: join(here, '../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // These know light-dark(); for older ones it is rewritten in a way that loses every colour of ours.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/einvoice/api'].map((path) => [path, `http://127.0.0.1:${process.env.PORT ?? '8080'}`]),
    ),
  },
})
