import { SHAPES } from '../../checks/shapes.ts'

/**
 * A dotted path as the code step was recorded to print it: an XPath with prefixes for XML, a JSONPath that names no
 * index for JSON.
 */
export const propertyPath = (path: string, format: 'XML' | 'JSON'): string => {
  const [place = '', attribute] = path.split('@')
  const steps = place.split('.').map((step) => step.replace(/\[\d+\]$/, ''))
  if (format === 'JSON') return `$.${steps.map((step) => `${step}[*]`).join('.')}.${attribute ?? '_'}`
  const [root, ...below] = steps
  const names = below.map((name) => `${SHAPES.has(name) ? 'cac' : 'cbc'}:${name}`)
  return [`/ubl:${root}`, ...names, ...(attribute ? [`@${attribute}`] : [])].join('/')
}
