import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueServerCertificate, LOGIN, startMailServer } from './fixtures/mail-server.ts'
import { type Letter, renderLetter } from './letter.ts'
import { openMail } from './mail.ts'

const LETTER: Letter = {
  subject: 'Reset your password',
  paragraphs: ['Hello Siti & <Ali>.', 'This link works for 30 minutes.'],
  link: { words: 'Choose a new password', url: 'https://lulus.example/reset-password/abc?x=1&y=2' },
}
const folder = await mkdtemp(join(tmpdir(), 'lulus-mail-'))
afterAll(() => rm(folder, { recursive: true }))

const mailBy = (smtp_url: string) =>
  openMail({ smtp_url, mail_from: 'Lulus <lulus@lulus.example>', data_dir: folder })
const refusalOf = (sending: Promise<void>) => sending.then(() => 'sent', String)

describe('mail without a server', () => {
  it('lies as a file that only the owner reads, and that mail programs open', async () => {
    const send = openMail({ smtp_url: undefined, mail_from: 'lulus@lulus.example', data_dir: folder })
    await send('siti@lulus.example', LETTER)
    const [name = '', ...others] = await readdir(join(folder, 'mail'))
    expect([name, others]).toEqual([expect.stringMatching(/\.eml$/), []])
    const path = join(folder, 'mail', name)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const raw = await readFile(path, 'utf8')
    expect(raw).toMatch(/^To: siti@lulus\.example\r$/m)
    expect(raw).toMatch(/^Subject: Reset your password\r$/m)
    expect(raw).toContain('https://lulus.example/reset-password/abc')
  })
})

describe('mail by SMTP', () => {
  it('arrives once, as text and as HTML in which no word is markup', async () => {
    const server = await startMailServer()
    await mailBy(`smtp://127.0.0.1:${server.port}`)('siti@lulus.example', LETTER)
    await server.close()
    const [mail, ...others] = server.received
    expect(others).toEqual([])
    expect(mail).toMatchObject({ from: 'lulus@lulus.example', to: ['siti@lulus.example'], secure: false })
    expect(mail?.raw).toContain('multipart/alternative')
    expect(mail?.raw).toContain('Hello Siti & <Ali>.')
    expect(mail?.raw).toContain('Hello Siti &amp; &lt;Ali&gt;.')
    expect(mail?.raw.match(/<Ali>/g)).toHaveLength(1)
  })

  it('is refused while the server is down, and goes when it is back', async () => {
    const first = await startMailServer()
    await first.close()
    const send = mailBy(`smtp://127.0.0.1:${first.port}`)
    expect(await refusalOf(send('siti@lulus.example', LETTER))).toMatch(/: ESOCKET$/)
    const back = await startMailServer({ port: first.port })
    await send('siti@lulus.example', LETTER)
    await back.close()
    expect(back.received).toHaveLength(1)
  })

  it('with a wrong password says so without the password, whatever the server says', async () => {
    const server = await startMailServer({ login: true })
    const wrong = mailBy(`smtp://lulus:Rahsia-Besar-12@127.0.0.1:${server.port}`)
    const refusal = await refusalOf(wrong('siti@lulus.example', LETTER))
    expect(refusal).toMatch(/EAUTH 535/)
    expect(refusal).not.toContain('Rahsia')
    await mailBy(`smtp://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${server.port}`)('a@b.example', LETTER)
    await server.close()
    expect(server.received.map(({ user }) => user)).toEqual([LOGIN.user])
  })

  it('gives its password to no other machine without TLS', async () => {
    const server = await startMailServer({ login: true })
    // An address that is this machine, though not by its name.
    const send = mailBy(`smtp://${LOGIN.user}:${LOGIN.password}@0.0.0.0:${server.port}`)
    expect(await refusalOf(send('siti@lulus.example', LETTER))).toContain('ETLS')
    await server.close()
    expect(server.received).toEqual([])
  })

  it.each([
    'siti@lulus.example, ali@lulus.example',
    'a@b\r\nBcc: x@y.example',
    '<a@b.example>',
    'siti',
    '@b',
    '',
  ])('goes to one plain address, never to %j', async (to) => {
    const server = await startMailServer()
    const refusal = await refusalOf(mailBy(`smtp://127.0.0.1:${server.port}`)(to, LETTER))
    await server.close()
    expect([refusal, server.received]).toEqual(['Error: This is no address for a mail.', []])
  })

  it('has no header that a letter brought along', async () => {
    const server = await startMailServer()
    const send = mailBy(`smtp://127.0.0.1:${server.port}`)
    const evil = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...BREAKS))
    const words = fc.array(evil, { maxLength: 4 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(words, words, async (subject, paragraph) => {
        server.received.length = 0
        await send('siti@lulus.example', { subject, paragraphs: [paragraph] })
        const [mail] = server.received
        expect(mail?.to).toEqual(['siti@lulus.example'])
        const [head = ''] = mail?.raw.split('\r\n\r\n') ?? []
        const names = head.split(/\r\n(?![ \t])/).map((line) => line.split(':', 1)[0])
        expect(names.filter((name) => !HEADERS.includes(name ?? ''))).toEqual([])
      }),
      { numRuns: 15, examples: BREAKS.map((words) => [words, words]) },
    )
    await server.close()
  })
})

const BREAKS = [
  '\r\nBcc: x@evil.example',
  '\nX-Evil: 1\n\n<b>',
  '\u2028X-Evil: 1',
  '\u0085X-Evil: 1',
  'a\rX-Evil: 1',
]
const HEADERS = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type']

describe('mail by SMTP over TLS', () => {
  const known = getCACertificates('default')
  const tls = issueServerCertificate()
  const trust = () => setDefaultCACertificates([...known, tls.cert])
  beforeAll(() => () => setDefaultCACertificates(known))

  it.each([
    ['smtp', false],
    ['smtps', true],
  ])(
    '%s:// goes to a server whose certificate is known, and to no other',
    async (scheme, from_first_byte) => {
      setDefaultCACertificates(known)
      const server = await startMailServer({ tls, from_first_byte, login: true })
      const send = mailBy(`${scheme}://${LOGIN.user}:${LOGIN.password}@localhost:${server.port}`)
      expect(await refusalOf(send('siti@lulus.example', LETTER))).toMatch(/ESOCKET|ETLS|SELF_SIGNED/)
      expect(server.received).toEqual([])
      trust()
      await send('siti@lulus.example', LETTER)
      await server.close()
      expect(server.received).toMatchObject([{ secure: true, user: LOGIN.user }])
    },
  )
})

describe('a letter', () => {
  const written: Letter = {
    subject: 'Your scheduled report fails: Bulanan',
    paragraphs: [
      'Hello Siti,',
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
    link: { words: 'Choose a new password', url: 'https://lulus.example/x' },
  }

  it('speaks the language that its reader has chosen, and English to everybody else', () => {
    const { subject, text, html } = renderLetter({ ...written, language: 'ms' })
    expect(subject).toBe('Laporan berjadual anda gagal: Bulanan')
    expect(text.split('\n\n')).toEqual([
      'Salam Siti,',
      'Jika anda tidak memintanya, anda tidak perlu melakukan apa-apa: kata laluan anda kekal.',
      'Tetapkan kata laluan baharu:\nhttps://lulus.example/x',
      'Lulus, portal e-Invois',
    ])
    expect(html).toContain('<html lang="ms">')
    for (const language of [null, 'en'] as const) {
      expect(renderLetter({ ...written, language })).toEqual(renderLetter(written))
    }
    expect(renderLetter(written).html).toContain('<html lang="en">')
  })
})
