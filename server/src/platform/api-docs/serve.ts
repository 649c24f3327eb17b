import type { FastifyInstance } from 'fastify'
import type { OpenApi } from '#contract/openapi.ts'
import { DOCS_STYLE, docsPage } from './page.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * `/api/docs/`: the calls for people, and beside it `openapi.json` for programs. There is no secret in them. They are
 * made when somebody wants them first, which a start need not wait for.
 */
export const addApiDocs = (app: FastifyInstance, openApi: () => OpenApi): void => {
  const page = lazily(() => docsPage(openApi()))
  const json = lazily(() => JSON.stringify(openApi()))
  app.get('/api/docs/', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page()),
  )
  app.get('/api/docs/style.css', async (_request, reply) => reply.type('text/css').send(DOCS_STYLE))
  app.get('/api/docs/openapi.json', async (_request, reply) => reply.type('application/json').send(json()))
}

const lazily = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
