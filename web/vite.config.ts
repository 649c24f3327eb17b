import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noRings } from './no-rings.ts'
import { packed } from './packed.ts'
import { plainContract } from './plain-contract.ts'
import { textPlugins } from './texts.ts'
import { askedEarly, textsInPage } from './told-in-page.ts'

const here = import.meta.dirname

/** They begin as soon as they are loaded, so each is a file of its own. */
const ENTRIES = /\/web\/(?:(?:index|sign-in)\.html|src\/(?:sign-in-)?main\.tsx)$/

/**
 * A screen is fetched in some ten files, not ninety. What the sign-in needs is one, and what every other page starts
 * with another; then what many screens share, and what a few do, grouped by who they are. Smaller pieces cost a phone
 * more in round trips than they save in bytes.
 */
const CHUNKS = [
  { name: 'sign-in', test: /\/web\/src\/sign-in\.tsx$/, priority: 4 },
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !ENTRIES.test(id), priority: 3 },
  { name: 'shared', minShareCount: 6, priority: 2 },
  { name: 'uploads', test: /\/contract\/src\/imports/, priority: 1 },
  { name: 'some', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
]

/** The names of all files come with the first ones: none of them tells at length who shares it. */
const brief = (name = '') => (name.startsWith('some~') ? 'some' : '[name]')

/** No inline script and no inlined asset, so that the pages live under a strict content security policy. */
export default defineConfig({
  root: here,
  plugins: [plainContract(), ...textPlugins(), react(), textsInPage, askedEarly, noRings, packed()],
  build: {
    outDir: join(here, '../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // These know light-dark(); for older ones it is rewritten in a way that loses every colour of ours.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'sign-in.html'].map((page) => join(here, page)),
      output: {
        codeSplitting: { groups: CHUNKS },
        chunkFileNames: ({ name }) => `assets/${brief(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${brief(names[0])}-[hash][extname]`,
      },
      // To load a module of the pure rooms does nothing; what is not used of it need not come.
      treeshake: { moduleSideEffects: [{ test: /\/(?:codes|domain)\/src\//, sideEffects: false }] },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/einvoice/api'].map((path) => [path, `http://127.0.0.1:${process.env.PORT ?? '8080'}`]),
    ),
  },
})
