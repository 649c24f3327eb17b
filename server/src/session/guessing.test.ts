import { hash } from '@node-rs/argon2'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import type { Answer } from '../../test/client.ts'
import { createWorld, PASSWORD } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { createUser } from '../users/create.ts'
import { BUDGET } from './throttle.ts'

/**
 * Attacks on sign-in, over HTTP, behind a proxy that says who calls. The clock stands unless a test moves it; tests
 * are hours apart and each has people and addresses of its own.
 */
const world = await createWorld({ trusted_proxies: ['127.0.0.1'] })
/** `npm run test:guess` plays ten thousand, and lets the owner sign in a hundred times meanwhile. */
const ADDRESSES = process.env.GUESSES === 'all' ? 10_000 : 100
/** A busy machine takes its time over thousands of calls. */
const SLOW_MS_MAX = process.env.GUESSES === 'all' ? 1_200_000 : 120_000
const SIGN_INS = ADDRESSES === 10_000 ? 100 : 25
const FREE = 5
const ACCOUNTS = 20

beforeEach(() => world.clock.advance(2 * HOUR_MS))

type Sender = { from: string; cookie?: string | undefined }

const attempt = (username: string, password: string, { from, cookie }: Sender) => {
  const headers = { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) }
  const body = { username, password, auth_type: 'django' } as const
  return world.as('nobody').call(session.login, { body }, { headers })
}
const right = (username: string, sender: Sender) => attempt(username, PASSWORD, sender)
const wrong = (username: string, sender: Sender) => attempt(username, 'a guess', sender)

/** What a browser sends the next time: the cookie without its attributes. */
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0]
const deviceOf = async (username: string, from: string): Promise<Sender> => ({
  from,
  cookie: cookieOf(await right(username, { from })),
})

const crowd = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))
const inTurn = async <T>(count: number, make: (at: number) => Promise<T>) => {
  const made: T[] = []
  for (let at = 0; at < count; at++) made.push(await make(at))
  return made
}
const tally = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, same]) => [status, same.length]),
  )

let addresses = 0
/** An address of the Internet which no other test has used. */
const address = () => {
  addresses += 1
  return `198.${18 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

let hired = 0
/** New people whose passwords are cheap to compare, so that a morning of an office takes a second. */
const hire = async (count: number): Promise<string[]> => {
  const password_hash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  hired += 1
  const names = Array.from({ length: count }, (_, at) => `clerk-${hired}-${at}`)
  const particulars = { first_name: '', last_name: '', access_type: 'user' as const, password_hash }
  const grants = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }
  await inTransaction(world.db, async (tx) => {
    for (const username of names) {
      const user = { username, email: `${username}@office.example`, ...particulars, ...grants }
      await createUser(tx, user, world.clock.now())
    }
  })
  return names
}
const hireOne = async () => (await hire(1))[0] ?? ''

describe('guessing at one account', { timeout: SLOW_MS_MAX }, () => {
  it('does not keep out its owner, on a known device or at a known address', async () => {
    const owner = await hireOne()
    const [home, stranger] = [address(), { from: address() }]
    const device = await deviceOf(owner, home)
    const answers = await inTurn(10, async () => {
      world.clock.advance(300_000)
      await crowd(2, () => wrong(owner, stranger))
      return [await right(owner, { ...device, from: address() }), await right(owner, { from: home })]
    })
    expect(tally(answers.flat())).toEqual({ 200: 20 })
  })

  it('keeps nobody else out who shares the address', async () => {
    const [victim, colleague] = await hire(2)
    const from = address()
    expect(tally(await inTurn(8, () => wrong(victim ?? '', { from })))).toEqual({ 400: FREE, 429: 3 })
    expect((await right(colleague ?? '', { from })).status).toBe(200)
  })

  it('is counted alike by username and by e-mail address', async () => {
    const owner = await hireOne()
    const from = address()
    const names = [owner, `${owner}@office.example`, ` ${owner.toUpperCase()} `]
    const answers = await inTurn(9, (at) => wrong(names[at % 3] ?? '', { from }))
    expect(tally(answers)).toEqual({ 400: FREE, 429: 9 - FREE })
  })

  it('is counted by the network of an IPv6 address', async () => {
    const owner = await hireOne()
    const answers = await inTurn(8, (at) => wrong(owner, { from: `2001:db8:5:6:${at}::${at}` }))
    expect(tally(answers)).toEqual({ 400: FREE, 429: 8 - FREE })
    expect((await wrong(owner, { from: '2001:db8:5:7::1' })).status).toBe(400)
  })

  it(`from ${ADDRESSES} addresses within an hour gets under 100 answers, and the owner in every time`, async () => {
    const owner = await hireOne()
    const device = await deviceOf(owner, address())
    const owned: Answer[] = []
    const guesses = await inTurn(ADDRESSES, async (at) => {
      world.clock.advance(Math.floor(HOUR_MS / ADDRESSES))
      if (at % (ADDRESSES / SIGN_INS) === 0) owned.push(await right(owner, { ...device, from: address() }))
      return wrong(owner, { from: address() })
    })
    expect(tally(guesses)).toEqual({ 400: BUDGET.new, 429: ADDRESSES - BUDGET.new })
    expect(tally(owned)).toEqual({ 200: SIGN_INS })
  })

  it('by whoever has its devices and shares its addresses too gets under 100 answers an hour', async () => {
    const owner = await hireOne()
    const devices = await inTurn(8, () => deviceOf(owner, address()))
    const spread = devices.flatMap(({ from, cookie }) => [{ from, cookie }, { from }, { from: address() }])
    const answers = await inTurn(2, async () => {
      world.clock.advance(HOUR_MS / 2 - 1)
      return crowd(spread.length * FREE, (at) => wrong(owner, spread[at % spread.length] ?? { from: '' }))
    })
    const { new: strangers, known, device } = BUDGET
    expect(tally(answers.flat())[400]).toBe(strangers + known + device)
    expect(strangers + known + device).toBeLessThan(100)
  })

  it('by nobody lets the owner in from a hundred new places', async () => {
    const owner = await hireOne()
    const answers = await inTurn(100, () => right(owner, { from: address() }))
    expect(tally(answers)).toEqual({ 200: 100 })
  })
})

describe('guessing at many accounts', { timeout: SLOW_MS_MAX }, () => {
  it('at once from one address gets 20 answers, and the address waits whatever name comes next', async () => {
    const from = address()
    const [colleague = ''] = await hire(1)
    const answers = await crowd(200, (at) => wrong(`hantu-${at}`, { from }))
    expect(tally(answers)[400]).toBe(ACCOUNTS)
    // The others had to wait, or found the line before the comparison full.
    expect(answers.filter(({ status }) => ![400, 429, 503].includes(status))).toEqual([])
    expect(answers.every(({ status, headers }) => status === 400 || headers['retry-after'])).toBe(true)
    expect((await right(colleague, { from })).status).toBe(429)
    world.clock.advance(30_000)
    expect((await right(colleague, { from })).status).toBe(200)
  })

  it('buys nothing with the own account', async () => {
    const [own = '', ...others] = await hire(40)
    const from = address()
    const answers = await inTurn(others.length, async (at) => {
      await right(own, { from })
      return wrong(others[at] ?? '', { from })
    })
    expect(tally(answers)).toEqual({ 400: ACCOUNTS, 429: others.length - ACCOUNTS })
  })

  it('on the own device is that person’s, from whatever address, and concerns nobody there', async () => {
    const [own = '', colleague = '', ...others] = await hire(40)
    const office = address()
    const { cookie } = await deviceOf(own, office)
    const answers = await inTurn(others.length, (at) =>
      wrong(others[at] ?? '', { from: at % 2 ? office : address(), cookie }),
    )
    expect(tally(answers)).toEqual({ 400: ACCOUNTS, 429: others.length - ACCOUNTS })
    expect((await right(own, { from: office, cookie })).status).toBe(200)
    expect((await right(colleague, { from: office })).status).toBe(200)
  })
})

describe('an office of 100 people behind one address', { timeout: SLOW_MS_MAX }, () => {
  /** What a person does in the morning: mistypes and then gets in. */
  const morning = async (name: string, sender: Sender, mistyped: readonly string[]) => {
    for (const typed of mistyped) await wrong(typed, sender)
    return right(name, sender)
  }
  const from = address()
  let desks: { name: string; device: Sender }[] = []
  beforeAll(async () => {
    const names = await hire(100)
    desks = await inTurn(names.length, async (at) => {
      const name = names[at] ?? ''
      return { name, device: await deviceOf(name, from) }
    })
  }, SLOW_MS_MAX)

  it('gets in on its devices, all at once, whoever mistypes the name as well', async () => {
    const answers = await Promise.all(
      desks.map(({ name, device }, at) => morning(name, device, at % 5 ? [name, name] : [`${name}x`, name])),
    )
    expect(tally(answers)).toEqual({ 200: 100 })
  })

  it('gets in on its first day, without any device', async () => {
    const names = await hire(100)
    const elsewhere = { from: address() }
    const answers = await inTurn(names.length, (at) => {
      const name = names[at] ?? ''
      return morning(name, elsewhere, at % 2 ? [name] : [name, name])
    })
    expect(tally(answers)).toEqual({ 200: 100 })
  })

  it('gets in while somebody at the same address guesses at all of it', async () => {
    const [answers, guesses] = await Promise.all([
      Promise.all(desks.map(({ name, device }) => morning(name, device, [name]))),
      Promise.all(desks.map(({ name }) => wrong(name, { from }))),
    ])
    expect(tally(answers)).toEqual({ 200: 100 })
    expect(tally(guesses)[400]).toBe(ACCOUNTS)
  })
})
