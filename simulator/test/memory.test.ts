import { expect, test } from 'vitest'
import { buildXml } from './build.ts'
import { newFolder, startProgram } from './program.ts'

const HEAP_MB = 44
/** Nearly as long as the authority takes (300 KB). */
const LINES = 300

test('what was sent lies on the disk and not in memory', { timeout: 120_000 }, async () => {
  const world = await startProgram(newFolder(), { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` })
  const token = await world.enter()
  let sent_bytes = 0
  while (sent_bytes < HEAP_MB * 1_000_000) {
    const document = buildXml({ version: '1.0', lines: LINES })
    const { json } = await world.submit(token, [document])
    expect(json.rejectedDocuments).toEqual([])
    sent_bytes += document.length
  }
})
