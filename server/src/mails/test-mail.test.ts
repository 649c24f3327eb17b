import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { mails } from '#contract/installation/mails.ts'
import { settings } from '#contract/installation/settings.ts'
import { createWorld } from '../../test/world.ts'
import { openDoors } from '../platform/http/admission.ts'
import { LOGIN, startMailServer } from '../platform/mail/fixtures/mail-server.ts'

const world = await createWorld()
const devi = world.as('devi')
const test = () => devi.call(mails.test, {})
const TO = 'devi@lulus.example'

const setServer = async (value: string) => {
  const params = { id: 'mail.smtp_url' }
  expect((await devi.call(settings.update, { params, body: { value } })).status).toBe(200)
}

it('without a mail server lies under Mails', async () => {
  expect(await test()).toMatchObject({ status: 200, body: { to: TO, sent: false } })
  const { body } = await devi.call(mails.list, { query: { page: 1, page_size: 50 } })
  expect(body.results).toMatchObject([{ to: TO, subject: 'Lulus: a test' }])
})

it('goes to whoever asks for it, by the server of the settings', async () => {
  const server = await startMailServer({ login: true })
  await setServer(`smtp://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${server.port}`)
  expect(await test()).toMatchObject({ status: 200, body: { to: TO, sent: true } })
  expect(server.received).toMatchObject([{ from: 'lulus@lulus.example', to: [TO] }])
  await server.close()
})

it('that is not taken says what the server answered, without name and password, which that repeats', async () => {
  const server = await startMailServer({ login: true })
  await setServer(`smtp://lulus:Rahsia-Besar-12@127.0.0.1:${server.port}`)
  const refused = await test()
  await server.close()
  expect(refused).toMatchObject({ status: 409, body: { code: 'mail_not_sent' } })
  expect(JSON.stringify(refused.body)).toMatch(
    /does not accept the user name.*EAUTH 535.*535 No entry for … with …/,
  )
  expect(JSON.stringify(refused.body)).not.toContain('Rahsia')
  const away = await test()
  expect(away).toMatchObject({ status: 409, body: { code: 'mail_not_sent' } })
  expect(JSON.stringify(away.body)).toContain('does not answer')
})

it('keeps nobody out while the mail server is silent', async () => {
  const doors = openDoors({
    ordinary: {
      ...{ at_once: 1, own_at_once: 1, crowds: [] },
      ...{ wait_ms_max: 60_000, waiting_max: 100, own_waiting_max: 100 },
    },
  })
  const narrow = await createWorld({ doors })
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const value = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await narrow.as('devi').call(settings.update, { params: { id: 'mail.smtp_url' }, body: { value } })
  const answered: string[] = []
  const connected = once(silent, 'connection')
  const sending = narrow
    .as('devi')
    .call(mails.test, {})
    .then(({ status }) => answered.push(`test ${status}`))
  const [socket] = await connected
  const { status } = await narrow.as('devi').call(mails.unsent, { query: { page: 1, page_size: 50 } })
  answered.push(`list ${status}`)
  socket.destroy()
  await sending
  silent.close()
  expect(answered).toEqual(['list 200', 'test 409'])
})

it.each([
  ['no mail server', 'SSH-2.0-OpenSSH_9.6'],
  ['something that speaks in numbers', '500 OpenSSH_9.6'],
])('tells nothing of what %s greets with', async (_what, greeting) => {
  const other = createServer((socket) => socket.on('error', () => {}).end(`${greeting}\r\n`)).listen(
    0,
    '127.0.0.1',
  )
  await once(other, 'listening')
  await setServer(`smtp://127.0.0.1:${(other.address() as AddressInfo).port}`)
  const refused = await test()
  other.close()
  expect(refused).toMatchObject({ status: 409, body: { code: 'mail_not_sent' } })
  expect(JSON.stringify(refused.body)).not.toContain('OpenSSH')
})
