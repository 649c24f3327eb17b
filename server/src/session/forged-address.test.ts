import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { logins } from '#contract/logs/logins.ts'
import { session } from '#contract/people/session.ts'
import { sessions } from '#contract/people/sessions.ts'
import { createWorld, PASSWORD, type World } from '../../test/world.ts'

/** A call of a test comes from this address. */
const PEER = '127.0.0.1'
const worlds = {
  direct: await createWorld(),
  elsewhere: await createWorld({ trusted_proxies: ['10.1.0.0/16', '203.0.113.9'] }),
  behind: await createWorld({ trusted_proxies: [PEER] }),
}

const enter = (world: World, password: string, header: string) =>
  world
    .as('nobody')
    .call(
      session.login,
      { body: { username: 'aminah', password, auth_type: 'django' } },
      { headers: { 'x-forwarded-for': header } },
    )
const addresses = async (world: World, token: string) => {
  const headers = { authorization: `Token ${token}` }
  const own = await world.as('nobody').call(sessions.list, {}, { headers })
  const log = await world.as('devi').call(logins.list, { query: {} })
  const { rows } = await sql<{
    ip: string
  }>`SELECT ip FROM login_records WHERE outcome = 'succeeded'`.execute(world.db)
  return {
    session: own.body.sessions.find((one) => one.current)?.ip,
    login_log: log.body.results[0]?.ip_address,
    record: rows.at(-1)?.ip,
  }
}

describe.each([
  ['without a proxy', worlds.direct],
  ['behind a proxy that is not listed', worlds.elsewhere],
])('%s', (_, world) => {
  it('sessions and login log name who called, whatever the header says', async () => {
    const { body } = await enter(world, PASSWORD, '198.51.100.7')
    expect(await addresses(world, body.token)).toEqual({ session: PEER, login_log: PEER, record: PEER })
  })

  it('another address in each header is one guesser', async () => {
    world.clock.advance(7_200_000)
    const answers = []
    for (let at = 0; at < 8; at++) answers.push(await enter(world, 'a guess', `198.51.100.${at}`))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  })
})

describe('behind a proxy that is listed', () => {
  const world = worlds.behind

  it('sessions and login log name the last hop before it, not what the caller put in front', async () => {
    const { body } = await enter(world, PASSWORD, '203.0.113.250, 198.51.100.7')
    const told = '198.51.100.7'
    expect(await addresses(world, body.token)).toEqual({ session: told, login_log: told, record: told })
  })

  it('one caller is one guesser, whatever it puts in front, and others are not kept out', async () => {
    world.clock.advance(7_200_000)
    const answers = []
    for (let at = 0; at < 8; at++)
      answers.push(await enter(world, 'a guess', `203.0.113.${at}, 198.51.100.8`))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    expect((await enter(world, PASSWORD, '198.51.100.9')).status).toBe(200)
  })
})
