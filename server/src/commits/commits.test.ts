import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { settings } from '#contract/installation/settings.ts'
import { commits } from '#contract/logs/commits.ts'
import { createWorld } from '../../test/world.ts'
import { keepHistory } from './history.job.ts'
import { readHistory } from './history.ts'

const world = await createWorld()
const devi = world.as('devi')
const SECRET = 'correct-horse-battery'

let url = ''
beforeAll(async () => {
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.app.server.closeAllConnections())
beforeEach(async () => {
  await sql`DELETE FROM commits`.execute(world.db)
})

const setSecret = async (value: string) => {
  const { status } = await devi.callWrongly(settings.update, {
    params: { id: 'commits.webhook_key' },
    body: { value },
  })
  expect(status).toBe(200)
}

const shaOf = (letter: string) => letter.repeat(40)
const commitOf = (letter: string, more: object = {}) => ({
  ...{ id: shaOf(letter), timestamp: '2026-11-20T12:00:00+08:00', message: 'Mend\u0000 it \u001b[0m' },
  ...{
    url: `https://git.example/acme/portal/commit/${shaOf(letter)}`,
    author: { name: 'Aminah', email: 'a@b.example' },
  },
  ...{ added: ['a.ts'], removed: [], modified: ['b.ts', 'c.ts'] },
  ...more,
})
const pushOf = (pushed: readonly object[], more: object = {}) => ({
  ...{ ref: 'refs/heads/main', repository: { default_branch: 'main' }, commits: pushed },
  ...more,
})

const send = (path: string, body: string, headers: Record<string, string>) =>
  fetch(url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const github = (push: object, headers: Record<string, string> = {}) => {
  const body = JSON.stringify(push)
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  const signed = { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-event': 'push' }
  return send(commits.github.path, body, { ...signed, ...headers })
}
const gitlab = (push: object, headers: Record<string, string> = {}) =>
  send(commits.gitlab.path, JSON.stringify(push), {
    ...{ 'x-gitlab-token': SECRET, 'x-gitlab-event': 'Push Hook' },
    ...headers,
  })
type Told = { stored?: number; code?: string; detail?: string; request_id?: string }
const told = async (answer: Promise<Response>) => {
  const reply = await answer
  return [reply.status, (await reply.json()) as Told] as const
}
const listed = async () => (await devi.call(commits.list, { query: {} })).body.results

describe('without a secret', () => {
  test.each([github, gitlab])('a delivery finds nothing, whatever it says', async (deliver) => {
    expect(await told(deliver(pushOf([commitOf('a')])))).toMatchObject([404, { code: 'not_found' }])
    expect(await listed()).toEqual([])
  })
})

describe('with a secret', () => {
  beforeAll(() => setSecret(SECRET))

  it.each([
    ['GitHub', github],
    ['GitLab', gitlab],
  ])('keeps what %s pushes, once', async (_who, deliver) => {
    const push = pushOf([commitOf('a'), commitOf('b', { timestamp: '2026-11-21T00:00:00Z', author: null })])
    expect(await told(deliver(push))).toEqual([200, { stored: 2 }])
    expect(await told(deliver(push))).toEqual([200, { stored: 0 }])
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => told(deliver(pushOf([commitOf('c'), commitOf('d')])))),
    )
    expect(answers.map(([, body]) => body.stored).toSorted()).toEqual([0, 0, 0, 2])
    const rows = await listed()
    expect(rows.map(({ commit_id }) => commit_id[0])).toEqual(['b', 'd', 'c', 'a'])
    expect(rows.at(-1)).toMatchObject({
      ...{ commit_id: shaOf('a'), author_name: 'Aminah', timestamp: '2026-11-20T04:00:00.000Z' },
      ...{ commit_url: `https://git.example/acme/portal/commit/${shaOf('a')}`, files_left_out: 0 },
      ...{ added_files: ['a.ts'], removed_files: [], modified_files: ['b.ts', 'c.ts'] },
    })
    expect(rows[0]?.author_name).toBe('')
  })

  it.each([
    ['GitHub', () => github(pushOf([commitOf('a')]), { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` })],
    ['GitHub, unsigned', () => github({}, { 'x-hub-signature-256': '' })],
    ['GitLab', () => gitlab(pushOf([commitOf('a')]), { 'x-gitlab-token': 'something else' })],
    ['GitLab, with nothing in it', () => gitlab({}, { 'x-gitlab-token': '' })],
  ])('refuses a forgery of %s, and says no more', async (_who, deliver) => {
    const { request_id: _, ...body } = (await told(deliver()))[1]
    expect(body).toEqual({ code: 'unauthenticated', detail: 'The delivery is not signed.' })
    expect(await listed()).toEqual([])
  })

  it('reads a push that begins with a byte order mark', async () => {
    const headers = { 'x-gitlab-token': SECRET, 'x-gitlab-event': 'Push Hook' }
    const body = `\ufeff${JSON.stringify(pushOf([commitOf('a')]))}`
    expect(await told(send(commits.gitlab.path, body, headers))).toEqual([200, { stored: 1 }])
  })

  it('keeps nothing of another event, nor of another branch', async () => {
    for (const answer of [
      github({ zen: 'Keep it logically awesome.' }, { 'x-github-event': 'ping' }),
      gitlab({}, { 'x-gitlab-event': 'Issue Hook' }),
      github(pushOf([commitOf('a')], { ref: 'refs/heads/try' })),
      gitlab(pushOf([commitOf('a')], { repository: undefined, project: { default_branch: 'trunk' } })),
      github(pushOf([], { commits: undefined })),
    ])
      expect(await told(answer)).toEqual([200, { stored: 0 }])
    expect(await listed()).toEqual([])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://user:password@git.example/x',
    'no address',
    `https://git.example/${'x'.repeat(500)}`,
  ])('keeps no address that should not be followed: %s', async (address) => {
    expect(await told(github(pushOf([commitOf('a', { url: address })])))).toEqual([200, { stored: 1 }])
    expect((await listed())[0]?.commit_url).toBe('')
    // One that comes later with a better one is taken over.
    expect(await told(github(pushOf([commitOf('a')])))).toEqual([200, { stored: 0 }])
    expect((await listed())[0]?.commit_url).toMatch(/^https:/)
  })

  it('keeps of endless lists the first hundred, of wild texts what can be shown', async () => {
    const added = Array.from({ length: 250 }, (_, nr) => `file\u0000 ${nr}\ud800.ts`)
    const author = { name: `A\u0007${'b'.repeat(500)}` }
    await github(pushOf([commitOf('a', { added, author, timestamp: 'soon' })]))
    const [row] = await listed()
    expect(row).toMatchObject({ files_left_out: 150, timestamp: '1970-01-01T00:00:00.000Z' })
    expect([row?.added_files.length, row?.added_files[7]]).toEqual([100, 'file  7 .ts'])
    expect(row?.author_name).toHaveLength(200)
  })

  it.each([
    ['no push', []],
    ['a commit without an id', pushOf([commitOf('a', { id: '../x' })])],
    ['endless commits', pushOf(Array.from({ length: 2_049 }, () => ({})))],
  ])('refuses %s that is signed', async (_what, push) => {
    expect((await told(github(push)))[0]).toBe(400)
    expect(await listed()).toEqual([])
  })

  it('takes a megabyte and no more, and nothing but JSON', async () => {
    const large = pushOf([], { padding: 'x'.repeat(1_048_576) })
    expect((await told(github(large)))[0]).toBe(413)
    expect((await told(github({}, { 'content-type': 'application/x-www-form-urlencoded' })))[0]).toBe(415)
    const nested = '['.repeat(100_000) + ']'.repeat(100_000)
    expect([400, 401]).toContain((await send(commits.github.path, nested, {})).status)
  })

  it('is a superadmin’s to read, and read on from where it ended', async () => {
    await github(pushOf(['a', 'b', 'c'].map((letter) => commitOf(letter))))
    const first = await devi.callWrongly(commits.list, { query: { page_size: 2 } })
    const rest = await devi.send(
      'GET',
      new URL(first.body.next ?? '').pathname + new URL(first.body.next ?? '').search,
    )
    const ids = [...first.body.results, ...(rest.body as typeof first.body).results].map(
      ({ commit_id }) => commit_id[0],
    )
    expect([ids, (rest.body as typeof first.body).next]).toEqual([['c', 'b', 'a'], null])
    expect((await world.as('aminah').call(commits.list, { query: {} })).status).toBe(403)
  })
})

describe('the history of the checkout', () => {
  const checkout = () => {
    const folder = mkdtempSync(join(tmpdir(), 'lulus-checkout-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const git = (...more: string[]) => {
      const who = ['-c', 'user.name=Zoë', '-c', 'user.email=z@lulus.example']
      return execFileSync('git', ['-C', folder, ...who, ...more], { encoding: 'utf8' }).trim()
    }
    git('init', '--quiet')
    const commit = (files: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      git('add', '--all')
      git('commit', '--quiet', '-m', 'Mend\n\n\x01 it')
      return git('rev-parse', 'HEAD')
    }
    return { folder, commit, git }
  }

  it('is read with what each commit did, and merged with what was pushed', async () => {
    const { folder, commit } = checkout()
    const first = commit({ 'a b.ts': '1', 'c.ts': '1' })
    rmSync(join(folder, 'c.ts'))
    const second = commit({ 'a b.ts': '2', 'ünï\n.ts': '1' })
    await setSecret(SECRET)
    await github(pushOf([commitOf('a', { id: first })]))
    await keepHistory(world, folder)
    await keepHistory(world, folder)
    const rows = await listed()
    expect(rows.map(({ commit_id }) => commit_id)).toEqual(expect.arrayContaining([first, second]))
    expect(rows).toHaveLength(2)
    expect(rows.find(({ commit_id }) => commit_id === first)?.commit_url).toMatch(/^https:/)
    expect(rows.find(({ commit_id }) => commit_id === second)).toMatchObject({
      ...{ author_name: 'Zoë', commit_url: '' },
      ...{ added_files: ['ünï .ts'], removed_files: ['c.ts'], modified_files: ['a b.ts'] },
    })
  })

  it('is nothing where there is no checkout, or no git that can read it', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'lulus-bare-'))
    onTestFinished(() => rmSync(bare, { recursive: true }))
    expect(await readHistory(bare)).toEqual([])
    writeFileSync(join(bare, '.git'), 'gitdir: /nowhere')
    expect(await readHistory(bare)).toEqual([])
  })
})
