import { sql } from 'kysely'

/** What `displayName` says, of a row of `users` by its name in the statement; null where an outer join found none. */
export const nameOf = (users: string) => {
  const [first, last, username] = ['first_name', 'last_name', 'username'].map((name) =>
    sql.ref(`${users}.${name}`),
  )
  return sql<string>`COALESCE(NULLIF(trim(${first} || ' ' || ${last}), ''), ${username})`
}
