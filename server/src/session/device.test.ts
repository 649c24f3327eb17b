import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { createWorld, PASSWORD, SECRET_KEY, type World } from '../../test/world.ts'
import { addDevice, type Device, deviceCookie, readDevices } from './device.ts'

const world = await createWorld()

const enter = (username: string, headers: Record<string, string> = {}, where: World = world) =>
  where
    .as('nobody')
    .call(session.login, { body: { username, password: PASSWORD, auth_type: 'django' } }, { headers })
const sentBack = (set_cookie: unknown) => String(set_cookie).split(';')[0] ?? ''
const cookieFor = (devices: readonly Device[]) => sentBack(deviceCookie(SECRET_KEY, devices, false))

describe('the cookie of a device', () => {
  it('comes with a sign-in, beside the token, for the sign-in call alone', async () => {
    const { status, body, headers } = await enter('aminah')
    expect([status, Object.keys(body)]).toEqual([200, ['token']])
    const [cookie, ...attributes] = String(headers['set-cookie']).split('; ')
    expect(attributes).toEqual(['Path=/api/v1/auth/login', 'Max-Age=34560000', 'HttpOnly', 'SameSite=Strict'])
    const devices = readDevices(SECRET_KEY, cookie)
    expect(devices).toEqual([{ id: expect.any(String), user_id: world.company.users.aminah }])
  })

  it('goes over https only where there is https', async () => {
    const { headers } = await enter('aminah', {}, await createWorld({ https: true }))
    expect(String(headers['set-cookie'])).toMatch(/; Secure$/)
  })

  it('does not come with a wrong password, and opens no door', async () => {
    const cookie = sentBack((await enter('aminah')).headers['set-cookie'])
    const body = { username: 'aminah', password: 'not this one', auth_type: 'django' } as const
    const wrong = await world.as('nobody').call(session.login, { body }, { headers: { cookie } })
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([400, undefined])
    expect((await world.as('nobody').call(session.profile, {}, { headers: { cookie } })).status).toBe(401)
  })

  it('stays the same device at the next sign-in', async () => {
    const first = sentBack((await enter('bakri')).headers['set-cookie'])
    const again = await enter('bakri@lulus.example', { cookie: `theme=dark; ${first}; other=1` })
    expect(sentBack(again.headers['set-cookie'])).toBe(first)
  })

  it('knows the five people who signed in last', () => {
    const people = ['a', 'b', 'c', 'd', 'e', 'f', 'c']
    const devices = people.reduce<Device[]>((before, user_id) => addDevice(before, user_id), [])
    expect(devices.map(({ user_id }) => user_id)).toEqual(['c', 'f', 'e', 'd', 'b'])
    expect(readDevices(SECRET_KEY, cookieFor(devices))).toEqual(devices)
    expect(cookieFor(devices).length).toBeLessThan(1000)
  })
})

describe('a cookie that is not ours', () => {
  const mine = { id: 'n'.repeat(43), user_id: world.company.users.aminah }
  const cookie = cookieFor([mine])
  const [name = '', stamp = ''] = cookie.split('=')
  const [id, user_id, signature] = stamp.split('.')

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['without value', `${name}=`],
    ['of another name', `x${cookie}`],
    ['of another person', `${name}=${id}.${world.company.users.bakri}.${signature}`],
    ['of another device', `${name}=x${id}.${user_id}.${signature}`],
    ['with its parts moved', `${name}=${id}.${user_id}`],
    ['without signature', `${name}=${id}.${user_id}.`],
    ['with a signature of another kind', `${name}=${id}.${user_id}.${'é'.repeat(43)}`],
    ['signed with another key', sentBack(deviceCookie('1e'.repeat(32), [mine], false))],
    ['of commas and tildes', `${name}=~~..~,,;;=`],
    ['longer than any of ours', `pad=${'x'.repeat(9_000)}; ${cookie}`],
    ['after five others', `${name}=${'x.y.z~'.repeat(5)}${stamp}`],
  ])('is none: %s', (_what, header) => {
    expect(readDevices(SECRET_KEY, header)).toEqual([])
  })

  it('is left out beside one that is', () => {
    expect(readDevices(SECRET_KEY, `${name}=x.y.z~${stamp}`)).toEqual([mine])
  })
})
