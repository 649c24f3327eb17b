import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const PACKED = new Set(['.css', '.js', '.svg'])

/** Writes each built text a second time, packed as densely as it gets; the server sends that to who takes it. */
export const packed = (): Plugin => {
  let folder = ''
  return {
    name: 'packed',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir
    },
    closeBundle: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter(({ name }) => PACKED.has(extname(name)))
      await Promise.all(
        files.map(async ({ parentPath, name }) => {
          const file = join(parentPath, name)
          await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)))
        }),
      )
    },
  }
}
