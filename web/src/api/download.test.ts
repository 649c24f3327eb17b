import { expect, it } from 'vitest'
import { counting } from './download.ts'
import { fileNameOf } from './file-name.ts'

it.each([
  [`attachment; filename="a.pdf"; filename*=UTF-8''a%20b.pdf`, 'a b.pdf'],
  [`attachment; filename="_.pdf"; filename*=UTF-8''%E5%8F%91.pdf`, '发.pdf'],
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['inline; filename=a.pdf; size=3', 'a.pdf'],
  [`attachment; filename="a.pdf"; filename*=UTF-8''%ZZ`, 'a.pdf'],
  ['attachment', undefined],
  ['attachment; filename=""', undefined],
  ['', undefined],
  [null, undefined],
])('reads the name of %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})

it('passes every byte on and tells of every million, so that a small file is not told of', async () => {
  const told: number[] = []
  const chunks = [400_000, 700_000, 200_000, 900_000, 100_000].map((length) => new Uint8Array(length).fill(7))
  const sent = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const passed = new Response(sent.pipeThrough(counting((bytes) => told.push(bytes))))
  expect((await passed.blob()).size).toBe(2_300_000)
  expect(told).toEqual([1_100_000, 2_200_000])
})
