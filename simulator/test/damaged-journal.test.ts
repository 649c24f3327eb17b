import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildXml, KINABALU, SELAT } from './build.ts'
import { newFolder, runProgram } from './program.ts'
import { startWorld } from './sender.ts'

const journal = (folder: string) => path.join(folder, 'journal.jsonl')
const bodies = (folder: string) => path.join(folder, 'documents.bin')
const aside = (folder: string) => path.join(folder, 'journal.dropped')
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1)
const write = (folder: string, lines: string[]) => writeFileSync(journal(folder), `${lines.join('\n')}\n`)

/** Keys, two taxpayers, a document and its verdict, written down once: each test spoils a copy. */
const record = async () => {
  const data_dir = newFolder()
  const world = await startWorld({ data_dir })
  const kinabalu = await world.register(KINABALU)
  const selat = await world.register(SELAT)
  const token = await world.login(kinabalu)
  const { uuid } = (await world.submit(token, [buildXml({ version: '1.0' })])).json.acceptedDocuments[0]
  const details = (await world.details(token, uuid)).json
  await world.close()
  return { data_dir, kinabalu, selat, token, uuid, details, lines: linesOf(journal(data_dir)) }
}
const recorded = await record()
const { kinabalu, selat, token, uuid, details, lines } = recorded

const copied = () => {
  const folder = newFolder()
  cpSync(recorded.data_dir, folder, { recursive: true })
  return folder
}

/** Starts on the folder and answers what it says to the operator. */
const start = async (data_dir: string) => {
  const said: string[] = []
  const world = await startWorld({ data_dir, say: (sentence) => said.push(sentence) })
  return { world, said }
}

/** Journals of earlier versions had no checksums. */
const unchecked = (line: string) => line.replace(/ [0-9a-f]{8}$/, '')

describe('a line that is broken', () => {
  const at = lines.findIndex((line) => line.includes(SELAT.tin))
  const line = lines[at] ?? ''
  const half = line.slice(0, Math.floor(line.length / 2))

  test.each([
    ['torn', half],
    ['no JSON', 'the quick brown fox'],
    ['a bare null', 'null'],
    ['zeros', '\0'.repeat(line.length)],
    ['changed by one letter', line.replace('Selat', 'Salat')],
    ['of another shape', unchecked(line).replace('"tin"', '"tim"')],
    ['of an unknown kind', unchecked(line).replace('"kind":"taxpayer"', '"kind":"horse"')],
  ])('%s is put aside and told, once, and the others hold', async (_, broken) => {
    const data_dir = copied()
    write(data_dir, lines.with(at, broken))
    const { world, said } = await start(data_dir)
    expect(said).toEqual([expect.stringMatching(/ 1 broken line .*journal\.jsonl and .*journal\.dropped\.$/)])
    expect(readFileSync(aside(data_dir), 'utf8')).toBe(`${broken}\n`)
    expect(await world.register(KINABALU)).toEqual(kinabalu)
    expect((await world.details(token, uuid)).json).toEqual(details)
    const anew = await world.register(SELAT)
    expect(anew).not.toEqual(selat)
    await world.close()

    const later = await start(data_dir)
    expect(later.said).toEqual([])
    expect(await later.world.register(SELAT)).toEqual(anew)
    await later.world.close()
  })

  test.each([
    ['torn, before a whole one on the same line', (rest: string[]) => [`${half}${line}`, ...rest]],
    ['torn, at the end', (rest: string[]) => [line, ...rest, half]],
  ])('%s, costs nothing else', async (_, spoil) => {
    const data_dir = copied()
    const text = [...lines.slice(0, at), ...spoil(lines.slice(at + 1))].join('\n')
    writeFileSync(journal(data_dir), text.endsWith(half) ? text : `${text}\n`)
    const { world, said } = await start(data_dir)
    expect(said).toEqual([expect.stringContaining(' 1 broken line ')])
    expect(readFileSync(aside(data_dir), 'utf8')).toBe(`${half}\n`)
    expect(await world.register(SELAT)).toEqual(selat)
    expect((await world.details(token, uuid)).json).toEqual(details)
    await world.close()

    const later = await start(data_dir)
    expect(later.said).toEqual([])
    expect(await later.world.register(SELAT)).toEqual(selat)
    await later.world.close()
  })
})

test('a journal of an earlier version, without checksums, still opens', async () => {
  const data_dir = copied()
  write(data_dir, lines.map(unchecked))
  const { world, said } = await start(data_dir)
  expect(said).toEqual([])
  expect(await world.register(KINABALU)).toEqual(kinabalu)
  expect((await world.details(token, uuid)).json).toEqual(details)
  await world.close()
})

describe('the bytes of a document', () => {
  test.each([
    ['missing', (folder: string) => rmSync(bodies(folder))],
    ['cut', (folder: string) => truncateSync(bodies(folder), 100)],
    ['changed', (folder: string) => writeFileSync(bodies(folder), 'x'.repeat(statSync(bodies(folder)).size))],
  ])('%s answer 404, and those that come later are whole', async (_, spoil) => {
    const data_dir = copied()
    spoil(data_dir)
    const { world } = await start(data_dir)
    const raw = (one: string) => world.call('GET', `/api/v1.0/documents/${one}/raw`, { token })
    expect((await raw(uuid)).status).toBe(404)
    expect((await world.details(token, uuid)).json).toEqual(details)
    const next = buildXml({ version: '1.0', lines: 3 })
    const { json } = await world.submit(token, [next])
    const later = json.acceptedDocuments[0].uuid
    await world.details(token, later)
    expect((await raw(later)).json.document).toBe(next)
    expect((await raw(uuid)).status).toBe(404)
    await world.close()
  })
})

describe('a journal that cannot be used', () => {
  const cases: [string, (folder: string) => void, string][] = [
    ['whose keys are gone', (folder) => write(folder, lines.slice(1)), 'journal.jsonl'],
    ['whose keys are broken', (folder) => write(folder, lines.with(0, '{"kind":"keys"')), 'journal.jsonl'],
    ['that is empty beside its documents', (folder) => truncateSync(journal(folder)), 'journal.jsonl'],
    [
      'that is a folder',
      (folder) => {
        rmSync(journal(folder))
        mkdirSync(journal(folder))
      },
      'journal.jsonl',
    ],
    [
      'whose folder is a file',
      (folder) => {
        rmSync(folder, { recursive: true })
        writeFileSync(folder, '')
      },
      '',
    ],
  ]

  test.each(cases)(
    '%s is left as it is, and one sentence names it and the remedy',
    async (_, spoil, name) => {
      const data_dir = copied()
      spoil(data_dir)
      const before = statSync(path.join(data_dir, name)).size
      const failure = await startWorld({ data_dir }).catch((error: Error) => error)
      if (!(failure instanceof Error)) throw new Error('It started.')
      expect(failure.message).toContain(path.join(data_dir, name))
      expect(failure.message).toMatch(/^The simulator cannot use [^\n]*: (bring|give) [^\n]*\.$/)
      expect(statSync(path.join(data_dir, name)).size).toBe(before)
      expect(existsSync(aside(data_dir))).toBe(false)
    },
  )

  test('ends the program with exit code 1 and that sentence alone', { timeout: 60_000 }, async () => {
    const data_dir = copied()
    write(data_dir, lines.slice(1))
    const { code, said } = await runProgram(data_dir)
    expect(code).toBe(1)
    expect(said.split('\n')).toEqual([expect.stringContaining(journal(data_dir)), ''])
  })
})

test('a first start that was cut short in its first line begins anew', async () => {
  const data_dir = newFolder()
  writeFileSync(journal(data_dir), '{"kind":"keys","keys":{"ca_key')
  const { world } = await start(data_dir)
  await world.enter()
  await world.close()
})

test('nobody but its owner may read the journal, which holds keys, also where that was open before', async () => {
  const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
  const data_dir = path.join(newFolder(), 'simulator')
  const files = [journal(data_dir), bodies(data_dir)]
  const modes = async () => {
    await (await start(data_dir)).world.close()
    return [mode(data_dir), ...files.map(mode)]
  }
  expect(await modes()).toEqual(['700', '600', '600'])
  chmodSync(data_dir, 0o755)
  for (const file of files) chmodSync(file, 0o644)
  expect(await modes()).toEqual(['700', '600', '600'])
})

test('folders made on the way are left open: others keep their own things there', async () => {
  const data_dir = path.join(newFolder(), 'data')
  const { world } = await start(path.join(data_dir, 'simulator'))
  await world.close()
  expect(statSync(data_dir).mode & 0o777).toBe(0o777 & ~process.umask())
})

test('a folder that holds other things too keeps its mode, its files are closed all the same', async () => {
  const data_dir = newFolder()
  chmodSync(data_dir, 0o755)
  writeFileSync(path.join(data_dir, 'letter.txt'), '')
  const { world } = await start(data_dir)
  expect([statSync(data_dir).mode & 0o777, statSync(journal(data_dir)).mode & 0o777]).toEqual([0o755, 0o600])
  await world.close()
})
