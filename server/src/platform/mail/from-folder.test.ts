import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { findMail, listMailIds, readMail } from './from-folder.ts'
import { type Letter, renderLetter } from './letter.ts'
import { mailFolder, openMail } from './mail.ts'

const data_dir = await mkdtemp(join(tmpdir(), 'lulus-mails-'))
const dir = mailFolder(data_dir)
afterAll(() => rm(data_dir, { recursive: true }))
const send = openMail({ smtp_url: undefined, mail_from: 'Lulus <lulus@lulus.example>', data_dir })
const newest = async () => (await listMailIds(dir))[0] ?? ''

/** What stands between two breaks of a mail; nothing of it is a break itself. */
const WORDS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.constantFrom(' leading', 'trailing ', '.', '--', 'From x', '> y', '=3D', 'x'.repeat(300)),
  fc.constantFrom('发票 நன்றி ✓ é', 'a  b', '=\r\n', 'https://lulus.example/reset-password/abc?x=1&y=2'),
)
const said = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/[ \t\n]+$/gm, '')
    .trimEnd()

describe('mails that lie in the folder', () => {
  it('are none before the first one', async () => {
    expect(await listMailIds(join(data_dir, 'nowhere'))).toEqual([])
    expect(await findMail(join(data_dir, 'nowhere'), 'x')).toBeUndefined()
  })

  it('say what was written, whatever it was', async () => {
    const letter = fc.record({ subject: WORDS, paragraphs: fc.array(WORDS, { maxLength: 3 }) })
    await fc.assert(
      fc.asyncProperty(letter, async (written: Letter) => {
        await send('siti@lulus.example', written)
        const mail = await readMail(dir, await newest())
        const { subject, text } = renderLetter(written)
        expect(mail?.to).toBe('siti@lulus.example')
        expect(mail?.subject).toBe(subject)
        expect(said(mail?.text ?? '')).toBe(said(text))
        await rm(join(dir, `${mail?.id}.eml`))
      }),
      { numRuns: 150 },
    )
  })

  it('come newest first, each with its instant', async () => {
    for (const subject of ['one', 'two']) await send('siti@lulus.example', { subject, paragraphs: [] })
    const mails = await Promise.all((await listMailIds(dir)).map((id) => readMail(dir, id)))
    expect(mails.map((mail) => mail?.subject)).toEqual(['two', 'one'])
    for (const mail of mails) expect(Math.abs(Date.now() - (mail?.at.getTime() ?? 0))).toBeLessThan(60_000)
  })

  it('lie in the order of their writing, however many of one instant', async () => {
    const own = await mkdtemp(join(tmpdir(), 'lulus-mails-'))
    const numbers = Array.from({ length: 50 }, (_, at) => `Letter ${at}`)
    const mail_from = 'Lulus <lulus@lulus.example>'
    const post = () => openMail({ smtp_url: undefined, mail_from, data_dir: own })
    await Promise.all(numbers.map((subject) => post()('siti@lulus.example', { subject, paragraphs: [] })))
    const ids = await listMailIds(mailFolder(own))
    const mails = await Promise.all(ids.map((id) => readMail(mailFolder(own), id)))
    expect(mails.map((mail) => mail?.subject).reverse()).toEqual(numbers)
    await rm(own, { recursive: true })
  })

  it('are files of ours alone: no path, no other name, no id that is not listed', async () => {
    await writeFile(join(data_dir, 'secret.eml'), 'Subject: secret\r\n\r\nsecret')
    await writeFile(join(dir, 'other.eml'), 'Subject: other\r\n\r\n')
    const listed = await listMailIds(dir)
    expect(listed).toHaveLength(2)
    const [known = ''] = listed
    const others = ['../secret', 'other', `../mail/${known}`, `${known}.eml`, known.replace(/.$/, 'x'), '']
    for (const id of others) expect(await findMail(dir, id), id).toBeUndefined()
  })

  it('are read as far as the largest of our own letters, and as text at worst', async () => {
    const id = (await newest()).replace(/^\d{4}/, '2099')
    await writeFile(join(dir, `${id}.eml`), `Subject: long\r\n\r\n${'x'.repeat(1_000_000)}`)
    expect((await findMail(dir, id))?.text.length).toBeLessThan(200_000)
    await writeFile(join(dir, `${id}.eml`), Buffer.from([0xff, 0x00, 0x0a]))
    expect(await findMail(dir, id)).toMatchObject({ to: '', subject: '', text: '' })
  })
})
