import { parseSync } from 'vite'
import type { SourceFile } from './source.ts'

/** A text of the code with `{}` for what is filled in, and where it stands. */
export type Sentence = { text: string; at: string }

/** What operators and programs read, on the console, in the log, in metrics: English. */
const NOT_FOR_PEOPLE = [
  /^server\/src\/(?:cli|main|worker|app)\.ts$/,
  /^server\/src\/(?:commits|demo\/(?!remov)|evidence\/(?!verify|anchor-objects)|operating\/|secrets\/)/,
  /^server\/src\/platform\/(?:api-docs\/|crypto\/|db\/(?!trouble|lease)|env\/|jobs\/)/,
  /^server\/src\/platform\/http\/(?:metrics|health|bind)\.ts$/,
  /^domain\/src\/(?:audit|language|ubl)\//,
  /^contract\/src\/openapi\.ts$/,
  // Printed in both languages at once.
  /^server\/src\/pdf\/(?:document|malay)\.ts$/,
  // Words of a file, as its headings are: English, whoever takes it.
  /^server\/src\/reports\/writing\/tax-sheet\.ts$/,
  // Settings that nobody sees.
  /^server\/src\/settings\/keys\.ts$/,
]
/** Of a check what it holds is printed for auditors; what it finds is told. */
const SKIPPED_PROPERTIES = new Set(['rule'])
const FAULTS = new Set(['Error', 'TypeError', 'RangeError'])

type Node = { type: string; [key: string]: unknown }

/** All texts of the sources: those that people must be able to read in each language, and every other one. */
export const gatherTexts = (
  files: readonly SourceFile[],
): { for_people: Sentence[]; all: ReadonlySet<string> } => {
  const found = files.flatMap((file) => textsOf(file).map((text) => ({ text, at: file.path })))
  const for_people = found
    .filter(({ text, at }) => isSentence(text) && !NOT_FOR_PEOPLE.some((place) => place.test(at)))
    .map(({ text, at }) => ({ text: text.trim(), at }))
  return { for_people, all: new Set(found.map(({ text }) => text.trim())) }
}

/** Two words or more, and an end, be it that of a line; what begins with a setting's name is told to operators. */
const isSentence = (text: string) =>
  !/^[A-Z]+_[A-Z]/.test(text) && /^[A-Z{“].* .*(?:[.!?]|.\n)$/.test(text) && /[a-z]{2,} [a-z{“]/.test(text)

const textsOf = ({ path, text }: SourceFile): string[] => {
  const texts: string[] = []
  // The tree is made of such nodes throughout.
  within(parseSync(path, text).program as unknown as Node, texts)
  return texts.filter((one) => one.trim() !== '')
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isSkipped = (node: Node): boolean => {
  if (/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return true
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type === 'NewExpression' && isNode(node.callee)) return FAULTS.has(String(node.callee.name))
  return node.type === 'Property' && isNode(node.key) && SKIPPED_PROPERTIES.has(String(node.key.name))
}

const isText = (node: Node): boolean =>
  (node.type === 'Literal' && typeof node.value === 'string') ||
  node.type === 'TemplateLiteral' ||
  (node.type === 'BinaryExpression' && node.operator === '+')

/** The text of a literal, a template, or several that are joined; what is filled in is gathered by itself. */
const join = (node: Node, texts: string[]): string => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '{}'
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return [node.left, node.right].map((side) => (isNode(side) ? join(side, texts) : '')).join('')
  }
  if (node.type === 'TemplateLiteral') {
    const expressions = node.expressions as Node[]
    const quasis = node.quasis as { value: { cooked: string } }[]
    for (const expression of expressions) within(expression, texts)
    return quasis.map(({ value }) => value.cooked).join('{}')
  }
  within(node, texts)
  return '{}'
}

const within = (node: unknown, texts: string[]): void => {
  if (Array.isArray(node)) {
    for (const one of node) within(one, texts)
  } else if (isNode(node) && !isSkipped(node)) {
    if (isText(node)) texts.push(...linesOf(join(node, texts)))
    else within(Object.values(node), texts)
  }
}

/** What stands on a line of its own is told, and found again, by itself; whether another follows is kept by its \n. */
const linesOf = (text: string) => text.split(/(?<=\n)/).map((line) => line.trim() + (/\n$/.exec(line) ?? ''))
