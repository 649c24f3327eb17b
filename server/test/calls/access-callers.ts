import { FLAGS, type Flag } from '#domain/access/flags.ts'
import { issueKey } from '../../src/access/api-keys.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { createGroup, createUser } from '../../src/users/create.ts'
import { type Client, clientOf } from '../client.ts'
import { NOON, type World } from '../world.ts'

/** One column of the access table: a kind of caller. `foreign`: what of the probed rows lies outside its scope. */
export type Probe = {
  name: string
  flags: readonly Flag[]
  kind: 'nobody' | 'user' | 'superadmin' | 'api_key'
  foreign: 'none' | 'store' | 'entity'
  client: Client
}

/** Every kind of caller. The probed rows belong to Kinabalu and, where they have a store, to KUL01. */
export const probes = async (world: World): Promise<Probe[]> => [
  { name: 'nobody', flags: [], kind: 'nobody', foreign: 'none', client: world.as('nobody') },
  { name: 'dead token', flags: [], kind: 'nobody', foreign: 'none', client: withHeader(world, 'Token dead') },
  { name: 'no flag', ...(await person(world, [])) },
  ...(await Promise.all(FLAGS.map(async (flag) => ({ name: flag, ...(await person(world, [flag])) })))),
  { name: 'all flags', ...(await person(world, FLAGS)) },
  { name: 'super admin', flags: FLAGS, kind: 'superadmin', foreign: 'none', client: world.as('devi') },
  { name: 'API key', flags: FLAGS, kind: 'api_key', foreign: 'none', client: world.as('key') },
  { name: 'other store', flags: FLAGS, kind: 'user', foreign: 'store', client: world.as('ezra') },
  { name: 'other entity', flags: FLAGS, kind: 'user', foreign: 'entity', client: world.as('chong') },
  { name: 'other key', flags: FLAGS, kind: 'api_key', foreign: 'entity', client: await foreignKey(world) },
]

const withHeader = (world: World, authorization: string) =>
  clientOf(world.app, async () => ({ authorization }))

let count = 0

/** Someone with exactly these flags and the stores KUL01 and PEN01. */
const person = async (world: World, flags: readonly Flag[]): Promise<Omit<Probe, 'name'>> => {
  count += 1
  const username = `probe${count}`
  const { entities, stores } = world.company
  const user_id = await inTransaction(world.db, async (tx) => {
    const group_id = await createGroup(tx, { name: username, flags }, NOON)
    const user = {
      username,
      email: `${username}@lulus.example`,
      first_name: 'Probe',
      last_name: String(count),
      access_type: 'user' as const,
      password_hash: null,
      group_ids: [group_id],
      sender_entity_ids: [entities.kinabalu],
      store_code_ids: [stores.KUL01, stores.PEN01],
    }
    return createUser(tx, user, NOON)
  })
  const client = clientOf(world.app, () => world.tokenHeader(user_id))
  return { flags, kind: 'user', foreign: 'none', client }
}

const foreignKey = async (world: World): Promise<Client> => {
  const { key } = await inTransaction(world.db, (tx) =>
    issueKey(tx, {
      name: 'Till of Selat Foods',
      sender_entity_id: world.company.entities.selat,
      store_code_ids: [world.company.stores.JHB01],
      flags: FLAGS,
      expires_at: new Date('2027-07-15T00:00:00Z'),
      now: NOON,
    }),
  )
  return withHeader(world, `Api-Key ${key}`)
}
