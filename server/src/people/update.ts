import { isDeepStrictEqual } from 'node:util'
import type { UserPatch, UserRow } from '#contract/people/users.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { isInvitedAnew } from '#domain/access/invitation.ts'
import { changedMeanwhile, conflict, type FieldErrors, invalidFields } from '#domain/problems.ts'
import { closeSessionsOf } from '../access/sessions.ts'
import type { Directory } from '../directory/directory.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { present } from '../platform/db/present.ts'
import { endLinks, mailLinkTo } from '../session/passwords/links.ts'
import { changeUser, demandSuperadmin, holdUser } from '../users/change.ts'
import { demandGrants } from './grants.ts'
import { getUser } from './list.ts'
import { demandOwnAddress, savedAlone } from './names.ts'
import { recordUser } from './record.ts'

type By = { db: Db; caller: UserCaller; now: Date; directory: Directory | undefined }
type Wanted = { id: string } & UserPatch
type Given = Omit<UserPatch, 'revision'>

/**
 * Changes what is named of a person. Throws not_found, invalid_fields, and conflict: `changed_meanwhile`,
 * `last_superadmin`, and `own_account` for whoever would shut themselves out.
 */
export const updateUser = (
  { db, caller, now, directory }: By,
  { id, revision, ...given }: Wanted,
): Promise<UserRow> =>
  savedAlone(() =>
    inTransaction(db, async (tx) => {
      const current = await holdUser(tx, id)
      const before = await getUser({ db: tx, now }, id)
      refuseKept(before, given)
      demandOwnAddress({ ...before, ...present(given) })
      const granted = await grantsOf(tx, before, given)
      await changeUser(tx, { id, revision: current }, { ...present(given), ...granted })
      const after = await getUser({ db: tx, now }, id)
      // What is so already is no change: the answer to the first one may have been lost.
      if (revision !== current && !isDeepStrictEqual({ ...before, revision: after.revision }, after))
        throw changedMeanwhile('The user', { revision: current })
      if (lessens(before, after)) {
        if (before.access_type === 'superadmin')
          await demandSuperadmin(tx, { directory: directory !== undefined })
        if (id === caller.user_id) throw conflict('own_account', OWN_ACCOUNT)
      }
      await endWhatIsOver(tx, { before, after, now })
      if (isInvitedAnew(before, after)) await mailLinkTo(tx, after)
      await recordUser(tx, { caller, now }, before, after)
      return after
    }),
  )

const KEPT = ['username', 'email', 'first_name', 'last_name'] as const

const refuseKept = (before: UserRow, given: Given) => {
  if (!before.kept_by_directory) return
  const changed = KEPT.filter((field) => given[field] !== undefined && given[field] !== before[field])
  const errors: FieldErrors = Object.fromEntries(changed.map((field) => [field, [KEPT_THERE]]))
  if (changed.length > 0) throw invalidFields(errors)
}

/** Judged whole, so that no department is left whose company is taken away; nothing when none of it is named. */
const grantsOf = async (tx: Tx, before: UserRow, given: Given) => {
  const { group_ids, sender_entity_ids, store_code_ids } = given
  if (!group_ids && !sender_entity_ids && !store_code_ids) return {}
  return demandGrants(tx, {
    group_ids: group_ids ?? before.groups.map(({ id }) => id),
    sender_entity_ids: sender_entity_ids ?? before.sender_entities.map(({ id }) => id),
    store_code_ids: store_code_ids ?? before.store_codes.map(({ id }) => id),
  })
}

/** Takes a superadmin away, or an account. */
const lessens = (before: UserRow, after: UserRow) =>
  (before.state !== 'deactivated' && after.state === 'deactivated') ||
  (before.access_type === 'superadmin' && after.access_type !== 'superadmin')

/**
 * Whoever is switched off is signed out, and so is, once more, whoever is switched on again: a sign-in that was under
 * way meanwhile counts for nothing. Links to another address are worth nothing either.
 */
const endWhatIsOver = async (
  tx: Tx,
  { before, after, now }: { before: UserRow; after: UserRow; now: Date },
) => {
  const switched = (before.state === 'deactivated') !== (after.state === 'deactivated')
  if (switched) await closeSessionsOf(tx, after.id)
  if (switched || before.email !== after.email) await endLinks(tx, after.id, now)
}

const KEPT_THERE = 'The directory keeps this. Please change it there.'
const OWN_ACCOUNT =
  'You cannot deactivate yourself or give up your own administration. Ask another superadmin.'
