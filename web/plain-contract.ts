import { join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'

const CONTRACT = join(import.meta.dirname, '../contract/src/')
const PLAIN = '?plain'

/**
 * Gives the screens the contract without its schemas: where to send, and its lists of words. They send what the server
 * checks anyway, and the schemas with the library that reads them weigh more than all else of a first sight. Who does
 * read something by a schema imports it from `#schemas/`, and has both.
 */
export const plainContract = (): Plugin => ({
  name: 'plain-contract',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^#contract\// },
    handler: (specifier) => `${CONTRACT}${specifier.slice('#contract/'.length)}${PLAIN}`,
  },
  load: {
    filter: { id: /\?plain$/ },
    handler: async (id) => {
      const exported: object = await import(id.slice(0, -PLAIN.length))
      const lines = Object.entries(exported).map(([name, value]) => {
        const written = write(value)
        return written === undefined ? '' : `export const ${name} = ${written}\n`
      })
      return { code: lines.join(''), moduleType: 'js', moduleSideEffects: false }
    },
  },
})

/** What of an endpoint the server alone goes by. */
const SERVERS = new Set(['access', 'administers'])

/** A value as it is written in a program; undefined for what holds a schema or a function, and is not exported then. */
const write = (value: unknown): string | undefined => {
  if (value instanceof RegExp) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof z.ZodType) return undefined
  const parts = Object.entries(value).map(([name, part]) => [name, write(part)] as const)
  const is_endpoint = 'path' in value && 'method' in value
  const said = is_endpoint ? parts.filter(([name, part]) => part !== undefined && !SERVERS.has(name)) : parts
  if (said.some(([, part]) => part === undefined)) return undefined
  const inner = said.map(([name, part]) => (Array.isArray(value) ? part : `${JSON.stringify(name)}:${part}`))
  return Array.isArray(value) ? `[${inner}]` : `{${inner}}`
}
