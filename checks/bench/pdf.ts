import { openCompiler } from '../../server/src/pdf/compile.ts'
import { type PdfInput, toPdfFields } from '../../server/src/pdf/document.ts'
import { createPdfRenderer } from '../../server/src/pdf/render.ts'
import { openLog } from '../../server/src/platform/log/log.ts'
import type { Row } from './report.ts'
import { time } from './sending.ts'
import { buildTwentyLines } from './twenty-lines.ts'

const GOAL = 0.6

/**
 * A PDF of 20 lines as people get it (line, thread, texts, signed XML attached), against the typesetter alone on the
 * same texts; in turn, one ratio for each pair.
 */
export const benchPdf = async (rounds: number): Promise<Row> => {
  const renderer = createPdfRenderer({ log: openLog('fatal') })
  const compile = openCompiler()
  const input = inputOf()
  const order = { fields: toPdfFields(input), logo: null, signed_xml: input.signed_xml, created_s: 0 }
  const pairs: { ratio: number; ms: number }[] = []
  // The first warms both up.
  for (let round = 0; round <= rounds; round++) {
    const bare_ms = await time(() => compile(order))
    const ms = await time(() => renderer.render(async () => input, 'bench'))
    if (round > 0) pairs.push({ ratio: bare_ms / ms, ms })
  }
  await renderer.close()
  const sorted = pairs.toSorted((one, other) => one.ratio - other.ratio)
  const { ratio, ms } = sorted[Math.floor(rounds / 2)] ?? { ratio: 0, ms: 0 }
  return {
    name: 'a PDF against the typesetter alone',
    figure: `${ms.toFixed(0)} ms (ratio ${sorted[0]?.ratio.toFixed(2)}–${sorted.at(-1)?.ratio.toFixed(2)})`,
    ...{ ratio, goal: GOAL, floor: GOAL / 2 },
  }
}

const inputOf = (): PdfInput => ({
  document: buildTwentyLines(),
  status: 'Validated',
  trial: null,
  watermark: null,
  lhdn: {
    uuid: 'F9D425P6DS7D8IU0000000000A',
    long_id: 'LIJAF97HJJKH8298KHADH0990',
    validated_at: new Date(0),
    validation_url:
      'https://myinvois.hasil.gov.my/F9D425P6DS7D8IU0000000000A/share/LIJAF97HJJKH8298KHADH0990',
    issued_at: new Date(0),
  },
  logo: '',
  signed_xml: `<Invoice>${'x'.repeat(20_000)}</Invoice>`,
  generated_at: new Date(0),
})
