import { join, relative } from 'node:path'
import {
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isComputedPropertyName,
  isElementAccessExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { FileSystem } from 'typescript/unstable/fs'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { isTest, ROOT, report } from './source.ts'

/** The one place that may do it. */
const GUARD = 'codes/src/own.ts'

type House = { root: string; projects: readonly string[]; fs?: FileSystem }

/**
 * Look-ups in an object by a text that may be anything: `constructor`, `toString` or `__proto__` would find what every
 * object inherits. Only the types tell them from look-ups by a number or by one of a few known names, so the compiler
 * is asked. Keys of known names are fine, a Map is, and so is `own`.
 */
export const lookupFindings = ({ root, projects, fs }: House): string[] => {
  const api = new API({ cwd: root, ...(fs && { fs }) })
  try {
    const paths = projects.map((project) => join(root, project))
    const snapshot = api.updateSnapshot({ openProjects: paths })
    const findings = paths.flatMap((path) => {
      const project = snapshot.getProject(path)
      if (!project) throw new Error(`${path} cannot be read.`)
      return project.rootFiles
        .filter((name) => isOurs(relative(root, name)))
        .flatMap((name) => {
          const file = project.program.getSourceFile(name)
          return file ? findingsIn(file, relative(root, name), project.checker) : []
        })
    })
    // The rooms that both projects read are told of once.
    return [...new Set(findings)]
  } finally {
    api.close()
  }
}

const isOurs = (path: string) =>
  !path.startsWith('..') && !path.includes('node_modules/') && !isTest(path) && path !== GUARD

const findingsIn = (file: SourceFile, path: string, checker: Checker): string[] => {
  const lookups = lookupsIn(file)
  const types = checker.getTypeAtLocation(lookups.map(({ key }) => key))
  return lookups
    .filter((_, at) => isAnyText(types[at], checker))
    .map(({ whole }) => {
      const line = file.getLineAndCharacterOfPosition(whole.end).line + 1
      return `${path}:${line}: ${textOf(file, whole)} looks up by any text; use own() of ${GUARD}, or a Map`
    })
}

type Lookup = { whole: Node; key: Node }

const lookupsIn = (file: SourceFile): Lookup[] => {
  const found: Lookup[] = []
  const visit = (node: Node) => {
    const key = keyOf(node)
    if (key) found.push({ whole: node, key })
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** `table[key]`, `key in table`, `const { [key]: value } = table` and `Reflect.get(table, key)`. */
const keyOf = (node: Node): Node | undefined => {
  if (isElementAccessExpression(node)) return node.argumentExpression
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) return node.left
  if (isBindingElement(node) && node.propertyName && isComputedPropertyName(node.propertyName)) {
    return node.propertyName.expression
  }
  if (isCallExpression(node) && /^\s*Reflect\./.test(node.expression.getText())) return node.arguments[1]
  return undefined
}

const OPEN = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.String | TypeFlags.TemplateLiteral

const isAnyText = (type: Type | undefined, checker: Checker): boolean => {
  if (!type) return true
  if (type.isUnionType()) return type.getTypes().some((one) => isAnyText(one, checker))
  const widest = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : type
  return widest === undefined || (widest.flags & OPEN) !== 0
}

const TEXT_CHARS_MAX = 60

const textOf = (file: SourceFile, node: Node) =>
  file.text.slice(node.pos, node.end).trim().replace(/\s+/g, ' ').slice(0, TEXT_CHARS_MAX)

if (import.meta.main) {
  report('lookups', lookupFindings({ root: ROOT, projects: ['tsconfig.json', 'web/tsconfig.json'] }))
}
