import type { Plugin } from 'vite'

/**
 * Ends the build where files of scripts import each other in a ring: one of them would run before what it needs is
 * there, and its screens would not open. How modules fall into files changes with any import.
 */
export const noRings: Plugin = {
  name: 'no-rings',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const imports = new Map(chunks.map((one) => [one.fileName, one.imports]))
    const within = [...imports.keys()].filter((file) => reached(imports, file).has(file))
    if (within.length > 0) this.error(`These files import each other in a ring: ${within.join(', ')}.`)
  },
}

/** All that is imported from there on; the file itself where it lies in a ring. */
const reached = (imports: ReadonlyMap<string, readonly string[]>, file: string) => {
  const all = new Set(imports.get(file))
  for (const one of all) for (const next of imports.get(one) ?? []) all.add(next)
  return all
}
