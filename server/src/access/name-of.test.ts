import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { displayName } from '#domain/access/caller.ts'
import { testDatabase } from '../../test/database.ts'
import { nameOf } from './name-of.ts'

test('the database calls a person as the program does', async () => {
  const { db } = await testDatabase()
  const people = [
    { first_name: 'Aminah', last_name: 'Yusof' },
    { first_name: 'Bakri', last_name: '' },
    { first_name: '', last_name: 'Devi' },
    { first_name: '', last_name: '' },
    { first_name: ' ', last_name: ' ' },
  ].map((name) => ({ ...name, username: 'someone' }))
  const users = sql`json_to_recordset(${JSON.stringify(people)}::json)
    AS u(first_name text, last_name text, username text)`
  const { rows } = await sql<{ name: string }>`SELECT ${nameOf('u')} AS name FROM ${users}`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(people.map(displayName))
})
