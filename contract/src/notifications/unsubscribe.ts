import { z } from 'zod'
import { endpoint, open } from '../endpoint.ts'

const TOKEN_LENGTH_MAX = 200

/** What a mail's reader does without signing in. */
export const unsubscribe = {
  /**
   * Ends the daily mails of the person whom the token names. Mail programs send a form there, which is not read
   * (RFC 8058); a browser that opens the address gets a page with a button.
   */
  digest: endpoint({
    id: 'unsubscribe.digest',
    changes: ['session.profile'],
    method: 'POST',
    path: '/unsubscribe/:token/',
    access: open,
    params: z.object({ token: z.string().max(TOKEN_LENGTH_MAX) }),
    body_bytes_max: 1_000,
    ignores_body: true,
    reply: z.object({ detail: z.string() }),
  }),
}
