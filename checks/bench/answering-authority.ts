/**
 * An authority that takes everything and examines nothing, in a process of its own: it reads each call to its end and
 * answers as the real one does. What the simulator does with a document is no part of our pipeline.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Submission = z.object({ documents: z.array(z.object({ codeNumber: z.string() })) })

const newUid = () => randomBytes(13).toString('hex').toUpperCase()

const grant = () => ({
  status: 200,
  body: { access_token: newUid(), token_type: 'Bearer', expires_in: 3600, scope: 'InvoicingAPI' },
})

const accept = (body: string) => ({
  status: 202,
  body: {
    submissionUid: newUid(),
    acceptedDocuments: Submission.parse(JSON.parse(body)).documents.map(({ codeNumber }) => ({
      uuid: newUid(),
      invoiceCodeNumber: codeNumber,
    })),
    rejectedDocuments: [],
  },
})

const server = createServer(async (request, response) => {
  const sent = await text(request)
  const { status, body } = request.url === '/connect/token' ? grant() : accept(sent)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', correlationId: newUid() })
  response.end(JSON.stringify(body))
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  console.log(JSON.stringify({ listening: `http://127.0.0.1:${port}` }))
})
