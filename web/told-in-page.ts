import type { Plugin } from 'vite'
import { documents } from '#contract/documents.ts'
import { session } from '#contract/people/session.ts'

/**
 * Tells `public/scheme.js` where the texts of each language are, so that they are fetched from the start. English
 * stands in the program itself.
 */
export const textsInPage: Plugin = {
  name: 'texts-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const places = Object.values(bundle).flatMap((file) => {
        const of = 'facadeModuleId' in file ? (file.facadeModuleId ?? '') : ''
        const language = /\/locales\/(?!en\.)(\w+)\.(?:po|ts)$/.exec(of)?.[1]
        return language ? [`data-${language}="/${file.fileName}"`] : []
      })
      return tell(html, places.join(' '))
    },
  },
}

/** What each page behind the sign-in asks for first, and what the list of documents does. */
const EARLY = {
  session: [session.profile, session.permissions, session.options].map(({ path }) => path),
  '/dashboard/invoices': [`${documents.list.path}?page=1&page_size=50`],
}

/** Tells it also what to ask for while the program is on its way (`src/api/early.ts`). */
export const askedEarly: Plugin = {
  name: 'asked-early',
  apply: 'build',
  transformIndexHtml: (html, { path }) =>
    path === '/index.html'
      ? tell(html, `data-early='${JSON.stringify(EARLY).replaceAll('&', '&amp;')}'`)
      : html,
}

const tell = (html: string, what: string) => html.replace('src="/scheme.js"', `src="/scheme.js" ${what}`)
