import { profile } from '#contract/people/profile.ts'
import { asPerson } from '../access/person.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { setImage } from './set-image.ts'
import { setPreferences } from './set-preferences.ts'

const on = routesWith<{ db: Db }>()

export const profileRoutes = [
  on(profile.setPreferences, ({ db, caller, body }) =>
    setPreferences({ db, caller: asPerson(caller) }, body),
  ),
  on(profile.setImage, ({ db, caller, form }) => setImage({ db, caller: asPerson(caller) }, form.image)),
]
