import { z } from 'zod'
import { defineJob } from '../../platform/jobs/definition.ts'

/**
 * Mails a link for a new password, if the address belongs to somebody who may have one: nothing of that is known to
 * the call that asked for it. Tried for about an hour while the mail server is down.
 */
export const mailLinkJob = defineJob({
  name: 'passwords.mail-link',
  payload: z.object({
    email: z.string().max(320),
    /** An administrator asked for it, not the person. */
    by_administrator: z.boolean().optional(),
  }),
  retries: 15,
  backoff_ms: 1_000,
  backoff_ms_max: 600_000,
})
