/** A SHA-256 of text (UTF-8) that comes in pieces. Whoever calls brings one: this room knows no cryptography. */
export type Sha256 = { update(text: string): void; hex(): string }
export type StartSha256 = () => Sha256

/** So that no hash of an export is ever one of something else. */
const DOMAIN = 'lulus audit export 1'
const SUM_LABEL = 'SHA-256 of all lines before this one'

/**
 * Writes an export in JSON lines. Each line ends with the hash of all that stands before it in the line together with
 * the hash of the line before; the last line counts the events in the same way.
 */
export const sealLines = (start: StartSha256) => {
  let hash = ''
  let events = 0
  const seal = (open: string) => {
    hash = hashOf(start, hash, open)
    return `${open},"hash":"${hash}"}\n`
  }
  return {
    line: (event: { id: string }) => {
      events += 1
      return seal(JSON.stringify(event).slice(0, -1))
    },
    end: () => seal(`{"events":${events}`),
  }
}

/** The last line of an export in CSV: the SHA-256 of all bytes before it. */
export const csvSumLine = (hex: string) => `${SUM_LABEL},${hex}\r\n`

const HEADINGS = 1

/** `line`: the first bad one, from 1; null where only the whole can be judged. */
export type ExportVerdict =
  | { intact: true; events: number; hash: string }
  | { intact: false; line: number | null; why: string }

/** Longer than any that is written; what is longer is read in parts, none of which is right. */
const LINE_LENGTH_MAX = 1_000_000

/** Whether an export, in JSON lines or CSV, is as it was written. Reads it once, a line at a time. */
export const verifyExport = async (
  chunks: AsyncIterable<string>,
  start: StartSha256,
): Promise<ExportVerdict> => {
  const lines = linesOf(chunks)
  const first = await lines.next()
  if (first.done) return { intact: false, line: 1, why: 'The file is empty.' }
  return first.value.startsWith('{')
    ? verifyJson(first.value, lines, start)
    : verifyCsv(first.value, lines, start)
}

const verifyJson = async (
  first: string,
  rest: AsyncIterable<string>,
  start: StartSha256,
): Promise<ExportVerdict> => {
  let [hash, line, ended] = ['', 0, false]
  const judge = (text: string): string | undefined => {
    line += 1
    if (ended) return 'Something stands behind the last line.'
    const [, open, said] = /^(.*),"hash":"([0-9a-f]{64})"\}\n$/s.exec(text) ?? []
    if (open === undefined) return 'This is no whole line of an export.'
    hash = hashOf(start, hash, open)
    if (hash !== said) return 'This line, or what stood before it, is not what was exported.'
    const count = /^\{"events":(\d+)$/.exec(open)?.[1]
    ended = count !== undefined
    return ended && Number(count) !== line - 1 ? 'It counts other events than there are.' : undefined
  }
  let why = judge(first)
  if (why === undefined) {
    for await (const text of rest) {
      why = judge(text)
      if (why !== undefined) break
    }
  }
  if (why !== undefined) return { intact: false, line, why }
  if (!ended) return { intact: false, line: line + 1, why: 'The last line is missing: the export was cut.' }
  return { intact: true, events: line - 1, hash }
}

const verifyCsv = async (
  first: string,
  rest: AsyncIterable<string>,
  start: StartSha256,
): Promise<ExportVerdict> => {
  const all = start()
  let [last, line, records, quoted] = [first, 1, 0, false]
  for await (const text of rest) {
    all.update(last)
    // A cell may hold line breaks, between quotes; a quote in it is doubled.
    if (last.split('"').length % 2 === 0) quoted = !quoted
    if (!quoted && last.endsWith('\n')) records += 1
    last = text
    line += 1
  }
  const hash = all.hex()
  if (!last.startsWith(`${SUM_LABEL},`)) {
    return { intact: false, line, why: 'The last line, with the hash, is missing: the export was cut.' }
  }
  if (last === csvSumLine(hash)) return { intact: true, events: Math.max(0, records - HEADINGS), hash }
  return {
    intact: false,
    line: null,
    why: 'Not what was exported; JSON lines would tell the first bad line.',
  }
}

const hashOf = (start: StartSha256, before: string, open: string) => {
  const sum = start()
  sum.update(`${DOMAIN}\n${before}\n${open}`)
  return sum.hex()
}

/** Lines with their ends. */
async function* linesOf(chunks: AsyncIterable<string>) {
  let rest = ''
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split(/(?<=\n)/)
    rest = parts.pop() ?? ''
    if (rest.endsWith('\n') || rest.length > LINE_LENGTH_MAX) {
      parts.push(rest)
      rest = ''
    }
    yield* parts
  }
  if (rest !== '') yield rest
}
