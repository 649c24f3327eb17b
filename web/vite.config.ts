import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textPlugins } from './texts.ts'

const here = import.meta.dirname

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
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? '8080'}` } },
})
