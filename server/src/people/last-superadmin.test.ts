import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type UserPatch, users } from '#contract/people/users.ts'
import { createWorld, type Who, type World } from '../../test/world.ts'
import type { Directory } from '../directory/directory.ts'
import { inTransaction } from '../platform/db/database.ts'
import { createUser } from '../users/create.ts'

const directory: Directory = { groups: [], authenticate: async () => undefined }

type Given = Omit<Partial<UserPatch>, 'revision'>

/** What superadmins do to each other, with a directory or without. */
const openWorld = async (options: { directory?: Directory } = {}) => {
  const world: World = await createWorld(options)
  const { db, company } = world
  const get = async (id: string) => {
    const { rows } = await sql<{ id: string; revision: number; is_active: boolean }>`
      SELECT id, revision, is_active FROM users WHERE id = ${id}`.execute(db)
    return rows[0] ?? { id, revision: 0, is_active: false }
  }
  const patchAs = async (who: Who, id: string, given: Given, revision?: number) =>
    world.as(who).call(users.update, {
      params: { id },
      body: { ...given, revision: revision ?? (await get(id)).revision },
    })
  /** Of the directory, and signed in; the session outlives the directory's settings. */
  const ofTheDirectory = async () => {
    const { rows } = await sql<{ id: string }>`
      INSERT INTO users (username, email, access_type, origin, directory_id, created_at)
      VALUES ('wan', 'wan@corp.example', 'superadmin', 'directory', 'entry-1', now()) RETURNING id`.execute(
      db,
    )
    const id = rows[0]?.id ?? ''
    const headers = await world.tokenHeader(id)
    const change = async (other: string, given: Given) => {
      const body = { ...given, revision: (await get(other)).revision }
      return world.as('nobody').call(users.update, { params: { id: other }, body }, { headers })
    }
    return { id, change }
  }
  const patch = (id: string, given: Given) => patchAs('devi', id, given)
  return { db, clock: world.clock, ids: company.users, get, patch, patchAs, ofTheDirectory }
}

const INVITED = {
  ...{ username: 'invited', email: 'invited@lulus.example', first_name: '', last_name: '' },
  ...{ password_hash: null, group_ids: [], sender_entity_ids: [], store_code_ids: [] },
  access_type: 'superadmin' as const,
}
const AWAY = [{ is_active: false }, { access_type: 'staff' }] as const

describe('the last superadmin', () => {
  it('stays, whatever is asked, and nobody shuts themselves out while there are others', async () => {
    const { db, clock, ids, get, patch } = await openWorld()
    for (const given of AWAY) {
      const { status, body } = await patch(ids.devi, given)
      expect([status, body.code]).toEqual([409, 'own_account'])
    }
    expect((await patch(ids.farid, { is_active: false })).status).toBe(200)
    // Who was invited and has no password yet could undo nothing.
    await inTransaction(db, (tx) => createUser(tx, INVITED, clock.now()))
    for (const given of AWAY) {
      const { status, body } = await patch(ids.devi, given)
      expect([status, body.code]).toEqual([409, 'last_superadmin'])
    }
    expect((await get(ids.devi)).is_active).toBe(true)
    expect((await patch(ids.farid, { is_active: true })).status).toBe(200)
  })

  it('stays when two take each other away at the same moment', async () => {
    const { db, ids, get, patchAs } = await openWorld()
    const pair = [ids.devi, ids.farid] as const
    const outcomes = []
    for (let round = 0; round < 5; round++) {
      const [devi, farid] = [await get(pair[0]), await get(pair[1])]
      const both = await Promise.all([
        patchAs('devi', farid.id, { access_type: 'user' }, farid.revision),
        patchAs('farid', devi.id, { is_active: false }, devi.revision),
      ])
      outcomes.push(...both.map(({ status }) => status))
      const { rows } = await sql`SELECT 1 FROM users
        WHERE access_type = 'superadmin' AND is_active AND password_hash IS NOT NULL`.execute(db)
      expect(rows).toHaveLength(1)
      await sql`UPDATE users SET access_type = 'superadmin', is_active = true
        WHERE id = ANY(${[...pair]}::uuid[])`.execute(db)
    }
    expect(outcomes.filter((status) => status === 200)).toHaveLength(5)
  })

  it('is one with a password, where those of the directory have none to sign in through', async () => {
    const { ids, patch, get, ofTheDirectory } = await openWorld()
    const wan = await ofTheDirectory()
    expect((await patch(ids.farid, { is_active: false })).status).toBe(200)
    for (const given of AWAY) {
      const { status, body } = await wan.change(ids.devi, given)
      expect([status, body.code]).toEqual([409, 'last_superadmin'])
    }
    expect((await get(ids.devi)).is_active).toBe(true)
  })

  it('may be one of the directory, where there is one', async () => {
    const { ids, patch, ofTheDirectory } = await openWorld({ directory })
    const wan = await ofTheDirectory()
    expect((await patch(ids.farid, { is_active: false })).status).toBe(200)
    expect((await wan.change(ids.devi, { is_active: false })).status).toBe(200)
    const { status, body } = await wan.change(wan.id, { is_active: false })
    expect([status, body.code]).toEqual([409, 'last_superadmin'])
  })

  it('is not asked for where somebody else is switched off, whoever does it', async () => {
    const { db, ids, ofTheDirectory } = await openWorld()
    const wan = await ofTheDirectory()
    await sql`UPDATE users SET is_active = false WHERE id IN (${ids.devi}, ${ids.farid})`.execute(db)
    expect((await wan.change(ids.gita, { is_active: false })).status).toBe(200)
  })
})
