/** Reads a downloaded PDF as its reader would: the text by selecting it, the QR code by pointing a phone at it. */
import { execFileSync } from 'node:child_process'
import jsQR from 'jsqr'

const OUTPUT_BYTES_MAX = 100_000_000

/** The text without any space: lines wrap where the layout wants, so tests compare what is left. */
export const textOf = (path: string) => squeeze(run('pdftotext', ['-raw', path, '-']).toString('utf8'))

export const squeeze = (text: string) => text.replace(/\s+/g, '')

/** The text of each page, without any space. */
export const pagesOf = (path: string) =>
  run('pdftotext', ['-raw', path, '-']).toString('utf8').split('\f').slice(0, -1).map(squeeze)

/** How much of the first page is not white, from 0 to 1. */
export const inkOf = (path: string): number => {
  const grey = run('pdftoppm', ['-r', '30', '-gray', '-f', '1', '-l', '1', path])
  const head = /^P5\s+\d+\s+\d+\s+255\s/.exec(grey.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('pdftoppm answered no pixmap.')
  const dots = grey.subarray(head[0].length)
  return dots.reduce((sum, dot) => sum + (255 - dot), 0) / (255 * dots.length)
}

/** The content of the first QR code on any page; null when there is none. */
export const qrCodeOf = (path: string): string | null => {
  const pages = Number(/^Pages:\s+(\d+)/m.exec(run('pdfinfo', [path]).toString())?.[1])
  for (let page = 1; page <= pages; page++) {
    const found = qrCodeOn(path, String(page))
    if (found) return found
  }
  return null
}

const qrCodeOn = (path: string, page: string) => {
  const ppm = run('pdftoppm', ['-r', '150', '-f', page, '-l', page, path])
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('pdftoppm answered no pixmap.')
  const [width, height] = [Number(head[1]), Number(head[2])]
  const rgb = ppm.subarray(head[0].length)
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) rgba.set(rgb.subarray(i * 3, i * 3 + 3), i * 4)
  return jsQR.default(rgba, width, height)?.data ?? null
}

/** Debian: poppler-utils. */
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { maxBuffer: OUTPUT_BYTES_MAX, stdio: ['ignore', 'pipe', 'ignore'] })
