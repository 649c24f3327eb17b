import { type Readable, Transform } from 'node:stream'
import { ProblemError } from '#domain/problems.ts'
import { takeTurn } from '../turns/take-turn.ts'
import { wholeInvalid } from './faults.ts'

// What a JSON body may hold: a small text can stand for very much to build and to check, `[[],[],…` for one. How deep
// things may stand in each other is judged by domain/src/text/refuse.ts, which names the place.

/** Fields of one object. The longest form has some fifty. */
export const FIELDS_MAX = 500
export const TOO_MANY_FIELDS = `No object may have more than ${FIELDS_MAX} fields.`
/** Objects, lists and values together: a document's fields take 13 bytes and more, and a body has at most 2 MB. */
export const VALUES_MAX = 150_000
/** Up to this size a body is parsed in no time. */
const SMALL_BYTES = 65_536

/**
 * The same bytes; fails with invalid_fields as soon as they hold more than is taken. At the end of many it waits for a
 * turn, since parsing them is work.
 */
export const boundJson = (bytes: Readable): Readable => {
  const scan = createScan()
  let size = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      const why = scan(chunk)
      if (why === '') return done(null, chunk)
      // Who is still sending must come to the end to hear the answer.
      bytes.unpipe(bounded).resume()
      done(new ProblemError(wholeInvalid(why)))
    },
    flush(done) {
      if (size <= SMALL_BYTES) done()
      else takeTurn().then(() => done())
    },
  })
  bytes.once('error', (error) => bounded.destroy(error))
  return bytes.pipe(bounded)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/**
 * Goes over the bytes of one body, or of one document of a file, chunk by chunk, and says in words what is too much.
 * Whether they are JSON is not its matter. Every byte of every body passes here, so it is written for speed.
 */
export const createScan = () => {
  /** How many fields each open object has so far, from the outermost in; those of a list are not counted. */
  const open: number[] = []
  let values = 0
  let in_text = false
  let escaped = false

  const enter = (fields: number) => {
    values++
    open.push(fields)
  }
  const goOn = () => {
    values++
    if (open.length === 0) return ''
    const fields = (open.pop() ?? 0) + 1
    open.push(fields)
    return fields > FIELDS_MAX ? TOO_MANY_FIELDS : ''
  }

  return (chunk: Buffer): string => {
    let why = ''
    for (let at = 0; at < chunk.length && why === ''; at++) {
      const byte = chunk[at]
      if (in_text) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) in_text = false
      } else if (byte === QUOTE) in_text = true
      else if (byte === COMMA) why = goOn()
      else if (byte === OPEN_OBJECT) enter(1)
      else if (byte === OPEN_LIST) enter(Number.NEGATIVE_INFINITY)
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) open.pop()
    }
    if (why !== '' || values <= VALUES_MAX) return why
    return `The request may hold at most ${VALUES_MAX.toLocaleString('en')} values.`
  }
}
