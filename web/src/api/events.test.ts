import { expect, it } from 'vitest'
import { readEvents } from './events.ts'

const TEXT =
  'id: a.1\ndata: {"id":"a.1","old":[]}\n\n:\n\nid: a.2\ndata: {"id":"a.2","old":["Ṁ"]}\n\ndata: cut'

it.each([1, 2, 7, 1_000])('reads events that come in pieces of %i bytes', async (size) => {
  const bytes = new TextEncoder().encode(TEXT)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  )
  const heard: string[] = []
  let signs = 0
  await readEvents(sent(pieces), {
    onEvent: ({ data }) => heard.push(data),
    onBytes: () => {
      signs += 1
    },
  })
  expect(heard).toEqual(['{"id":"a.1","old":[]}', '{"id":"a.2","old":["Ṁ"]}'])
  expect(signs).toBe(pieces.length)
})

const sent = (pieces: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
