import { z } from 'zod'
import { defineJob, FOR_A_DAY } from '../../platform/jobs/definition.ts'

/**
 * Mails a link for a new password, if the address belongs to somebody who may have one: nothing of that is known to
 * the call that asked for it. The link is made anew with each try (decisions/015), so that a late one is as good.
 */
export const mailLinkJob = defineJob({
  name: 'passwords.mail-link',
  payload: z.object({
    email: z.string().max(320),
    /** An administrator asked for it, not the person. */
    by_administrator: z.boolean().optional(),
  }),
  ...FOR_A_DAY,
})
