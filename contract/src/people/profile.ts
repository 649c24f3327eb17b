import { z } from 'zod'
import { isKind, KIND_KEYS, TOLD_WAYS } from '#domain/notifications/kinds.ts'
import { cutText } from '#domain/text/cut.ts'
import { endpoint, loggedIn } from '../endpoint.ts'
import { listUpTo } from '../fields.ts'
import { Profile } from './session.ts'

const KEYS_MAX = 50
const KEY_LENGTH_MAX = 100

const errorKey = z
  .string()
  .max(KEY_LENGTH_MAX)
  .refine(isKind, {
    error: ({ input }) => `There is no error type “${cutText(String(input), KEY_LENGTH_MAX)}”.`,
  })

/** What a person may change of their own profile; who they are and what they may do is the administration's. */
export const profile = {
  /** Replaces the kinds of trouble (`session.errorTypes`) that the person is told about. */
  setNotifications: endpoint({
    id: 'profile.setNotifications',
    changes: ['session.profile', 'notices.list'],
    method: 'PATCH',
    path: '/api/v1/user-profile/update-notifications/',
    access: loggedIn,
    body: z.object({
      notification_preferences: listUpTo(
        errorKey,
        KEYS_MAX,
        `At most ${KEYS_MAX} error types can be chosen.`,
      ),
      /** How each of them comes; one that is not named comes as before, or, chosen anew, by mail at once. */
      notification_ways: z.partialRecord(z.enum(KIND_KEYS), z.enum(TOLD_WAYS)).optional(),
    }),
    body_bytes_max: 10_000,
    reply: Profile.pick({ notification_preferences: true, notification_ways: true }),
  }),
  /** Sets how the screens speak to the person and are used; what is not named stays as it is. */
  setPreferences: endpoint({
    id: 'profile.setPreferences',
    changes: ['session.profile'],
    method: 'PATCH',
    path: '/api/v1/user-profile/preferences/',
    access: loggedIn,
    body: z.object({ language: Profile.shape.language.optional(), shortcuts: z.boolean().optional() }),
    body_bytes_max: 1000,
    reply: Profile.pick({ language: true, shortcuts: true }),
  }),
  /** Replaces the person's picture. Of a PNG, JPEG or WebP file the pixels are kept, and nothing else. */
  setImage: endpoint({
    id: 'profile.setImage',
    changes: ['session.profile'],
    method: 'PATCH',
    path: '/api/v1/user-profile/upload-image/',
    access: loggedIn,
    form: z.object({ image: z.file() }),
    body_bytes_max: 200_000,
    reply: Profile.pick({ image: true }),
  }),
}
