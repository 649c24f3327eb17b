/** Rings among files: each as the list of files one passes from a file back to itself. */
export const ringsOf = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const rings: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const visit = (file: string) => {
    state.set(file, 'open')
    trail.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next) || next === file) continue
      if (state.get(next) === 'open') rings.push([...trail.slice(trail.indexOf(next)), next])
      else if (!state.has(next)) visit(next)
    }
    trail.pop()
    state.set(file, 'done')
  }
  for (const file of graph.keys()) if (!state.has(file)) visit(file)
  return rings
}
