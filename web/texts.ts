import { join } from 'node:path'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

const config = { configPath: join(import.meta.dirname, 'lingui.config.ts') }
const macros = { linguiConfig: getConfig(config), descriptorFields: 'message' } as const

/** Compiles the catalogues and the text macros; the build and the unit tests read the screens the same way. */
export const textPlugins = () => [
  lingui(config),
  babel({ presets: [linguiTransformerBabelPreset(macros, config)] }),
  englishInPlace,
]

/**
 * Compiles the English of each text where it stands. So it comes with the screen that says it, and English needs no
 * catalogue, whose larger part is about screens that nobody has opened.
 */
const englishInPlace: Plugin = {
  name: 'english-in-place',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/, code: /\bmessage:/ },
    handler: (code, id) => {
      const texts: Text[] = []
      const take = ({ properties }: ESTree.ObjectExpression) => {
        const message = textOf(properties, 'message')
        if (message && textOf(properties, 'id')) texts.push(message)
      }
      new Visitor({ ObjectExpression: take }).visit(parseSync(`${id}.js`, code).program)
      const compiled = texts
        .toSorted((a, b) => b.start - a.start)
        .reduce(
          (done, { start, end, value }) =>
            done.slice(0, start) + JSON.stringify(compileMessage(value)) + done.slice(end),
          code,
        )
      return { code: compiled, map: null }
    },
  },
}

type Text = { start: number; end: number; value: string }

const textOf = (properties: readonly ESTree.ObjectPropertyKind[], name: string): Text | undefined =>
  properties.flatMap((one) => {
    if (one.type !== 'Property' || one.key.type !== 'Identifier' || one.key.name !== name) return []
    const { value } = one
    return value.type === 'Literal' && typeof value.value === 'string'
      ? [{ ...value, value: value.value }]
      : []
  })[0]
