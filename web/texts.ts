import { join } from 'node:path'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'

const config = { configPath: join(import.meta.dirname, 'lingui.config.ts') }

/** Compiles the catalogue and the text macros; the build and the unit tests read the screens the same way. */
export const textPlugins = () => [
  lingui(config),
  babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(config) }, config)] }),
]
