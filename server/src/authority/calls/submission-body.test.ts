import { expect, test } from 'vitest'
import { submissionOf } from './submission-body.ts'

test.each([0, 1, 3])(
  'the body of %i documents is the JSON that the API asks for, whatever they are called',
  (count) => {
    const documents = Array.from({ length: count }, (_, at) => ({
      code_number: `INV "${at}" \\ 雨 \u2028`,
      bytes: Buffer.from(`<Invoice>\n雨 ${at}${'x'.repeat(at)}</Invoice>`),
      document_hash: 'ab'.repeat(32),
    }))
    const asked = documents.map(({ code_number, bytes, document_hash }) => ({
      format: 'XML',
      document: bytes.toString('base64'),
      documentHash: document_hash,
      codeNumber: code_number,
    }))
    expect(submissionOf(documents).toString()).toBe(JSON.stringify({ documents: asked }))
  },
)
