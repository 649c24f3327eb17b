import { describe, expect, it } from 'vitest'
import { ProblemError } from '#domain/problems.ts'
import { createWorld, PASSWORD, SECRET_KEY } from '../../test/world.ts'
import { openLine, openSignInLines } from './line.ts'
import { signIn } from './login.ts'

const problemOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason)
  return error instanceof ProblemError ? error.problem : error
}
const BUSY = { kind: 'unavailable', code: 'sign_in_busy', retry_after_s: 3 }

describe('a line', () => {
  it('runs one after the other, in the order in which they came, each answer to its own caller', async () => {
    const line = openLine(3)
    const heard: string[] = []
    const work = async (name: string) => {
      heard.push(`${name} begins`)
      await Promise.resolve()
      heard.push(`${name} ends`)
      return name
    }
    expect(await Promise.all(['A', 'B', 'C'].map((name) => line(() => work(name))))).toEqual(['A', 'B', 'C'])
    expect(heard).toEqual(['A begins', 'A ends', 'B begins', 'B ends', 'C begins', 'C ends'])
  })

  it('refuses at once what no longer fits, and takes the next one when a place is free', async () => {
    const line = openLine(2)
    const { promise, resolve } = Promise.withResolvers<string>()
    const turns = [line(() => promise), line(async () => 'B')]
    expect(await problemOf(line(async () => 'C'))).toMatchObject(BUSY)
    resolve('A')
    expect(await Promise.all(turns)).toEqual(['A', 'B'])
    expect(await line(async () => 'D')).toBe('D')
  })

  it('goes on after one that failed', async () => {
    const line = openLine(2)
    const turns = [line(() => Promise.reject(new Error('A broke'))), line(async () => 'B')]
    expect(await Promise.allSettled(turns)).toMatchObject([
      { status: 'rejected', reason: { message: 'A broke' } },
      { status: 'fulfilled', value: 'B' },
    ])
  })
})

describe('signing in', async () => {
  const { db, clock, log, company } = await createWorld()
  const given = { username: 'aminah', password: PASSWORD, auth_type: 'django' as const, user_agent: 'test' }
  const device = { id: 'a', user_id: company.users.aminah }
  const enter = (lines: { devices: number; others: number }, devices: (typeof device)[]) =>
    signIn(
      {
        db,
        now: clock.now(),
        log,
        lines: {
          ...openSignInLines(),
          password: { devices: openLine(lines.devices), others: openLine(lines.others) },
        },
        directory: undefined,
        secret_key: SECRET_KEY,
      },
      { ...given, ip: '203.0.113.7', devices },
    )
  const triesWritten = async () => {
    const on = db.withTables<{ login_records: { id: string } }>()
    return (await on.selectFrom('login_records').select('id').execute()).length
  }

  it('is refused while too many passwords wait to be compared, and does not count as a try', async () => {
    expect(await problemOf(enter({ devices: 1, others: 0 }, []))).toMatchObject(BUSY)
    expect(await triesWritten()).toBe(0)
  })

  it('on a known device does not stand behind strangers', async () => {
    expect(await enter({ devices: 1, others: 0 }, [device])).toMatchObject({ user_id: device.user_id })
    const foreign = { ...device, user_id: company.users.bakri }
    expect(await problemOf(enter({ devices: 1, others: 0 }, [foreign]))).toMatchObject(BUSY)
  })
})
