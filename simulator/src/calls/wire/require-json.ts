import type { Answer, AuthorizedRequest } from './answer.ts'

const JSON_TYPE = /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * Lets a call run only with a body that is declared to be JSON, else 415. No answer of the authority is on record;
 * this is what the platform that it runs on does by itself.
 */
export const requireJson =
  (call: (request: AuthorizedRequest) => Answer) =>
  (request: AuthorizedRequest): Answer => {
    if (JSON_TYPE.test(request.headers['content-type'] ?? '')) return call(request)
    return {
      status: 415,
      body: {
        type: 'https://tools.ietf.org/html/rfc9110#section-15.5.16',
        title: 'Unsupported Media Type',
        status: 415,
        traceId: request.correlation_id,
      },
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    }
  }
