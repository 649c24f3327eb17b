import { expect, test } from 'vitest'
import { ownAnswer } from './own-answer.ts'

const accepted = (number: string) => ({ uuid: `UUID-${number}`, invoiceCodeNumber: number })
const refused = (number: string) => ({ invoiceCodeNumber: number, error: { message: `Not ${number}` } })
const BODY = {
  submissionUID: 'S1',
  acceptedDocuments: [accepted('A-1'), accepted('B-1')],
  rejectedDocuments: [refused('B-2')],
}
const OWN =
  '{"submissionUID":"S1","acceptedDocuments":[{"uuid":"UUID-A-1","invoiceCodeNumber":"A-1"}],"rejectedDocuments":[]}'
const text = JSON.stringify(BODY)
const pretty = JSON.stringify(BODY, null, 2)

test.each([
  ['the authority’s alone', text, OWN],
  ['written over many lines', pretty, OWN],
  ['after words of ours, however many lines', `First.\nSecond.\n${text}`, `First.\nSecond.\n${OWN}`],
  ['before words of ours', `Why.\n${pretty}\nFound by asking.`, `Why.\n${OWN}\nFound by asking.`],
  ['words of ours alone', 'No answer came in time.\n', 'No answer came in time.'],
  ['cut', `Why.\n${text.slice(0, -5)}`, 'Why.'],
  ['cut, over many lines', `Why.\n${pretty.slice(0, -5)}`, 'Why.'],
  ['cut, and nothing else', text.slice(0, -5), ''],
  ['a page of a proxy', 'HTTP 502.\n<html>\n<p>B-2</p>\n</html>', 'HTTP 502.'],
  ['a refusal of the whole call', 'Why.\n{"error":{"details":[{"target":"B-2"}]}}', 'Why.'],
  ['of lists that are none', '{"acceptedDocuments":{"B-2":1},"x":"B-2"}', '{"acceptedDocuments":[]}'],
])('an answer that is %s', (_what, answer, told) => {
  expect(ownAnswer(answer, 'A-1')).toBe(told)
})

test('no number that begins or ends alike is taken for the document’s', () => {
  for (const number of ['A-', '-1', 'a-1', 'A-11']) expect(ownAnswer(text, number)).not.toContain('UUID')
})
