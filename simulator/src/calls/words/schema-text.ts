import type { Finding } from '../../reading/element.ts'

const ROOT = '#/Invoice[0]'

/**
 * What the authority's schema library says of an invoice: one text, in which every faulty item of a list is opened
 * with `ArrayItemNotValid` around what is wrong inside it. `others` are findings about something else; the text is
 * undefined when there are no others than these.
 */
export const nest = (findings: readonly Finding[]): { text: string | undefined; others: Finding[] } => {
  const inside = findings.filter(({ path }) => path.startsWith(ROOT))
  const others = findings.filter((one) => !inside.includes(one))
  return { text: inside.length > 0 ? print(ROOT, inside) : undefined, others }
}

/** The item at a pointer and the findings inside of it, in their order; neighbours of one item stand together. */
const print = (pointer: string, findings: readonly Finding[]): string => {
  const groups = Map.groupBy(findings, (one) => nextItem(pointer, one.path))
  const errors = [...groups].flatMap(([item, group]) =>
    item ? print(item, group) : group.map(({ message }) => message),
  )
  const lines = errors.map((error) => `  ${error.replaceAll('\n', '\n  ')}\n`)
  return `ArrayItemNotValid: ${pointer}\n{\n${lines.join('')}}\n`
}

/** The next item of a list on the way from a pointer to a path; undefined when there is none. */
const nextItem = (pointer: string, path: string): string | undefined => {
  const [step] = /^\.[^.[]+\[\d+\]/.exec(path.slice(pointer.length)) ?? []
  return step && `${pointer}${step}`
}
