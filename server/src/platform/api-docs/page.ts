import type { Content, OpenApi, Operation } from '#contract/openapi.ts'
import { type Field, fieldsOf } from './fields.ts'

/** The calls as one page for people: what each takes and answers, by noun. It needs no script. */
export const docsPage = ({ info, paths }: OpenApi): string => {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  const nouns = [...new Set(calls.map(nounOf))]
  const links = nouns.map((noun) => `<li><a href="#${noun}">${noun}</a></li>`)
  const sections = nouns.map((noun) =>
    section(
      noun,
      calls.filter((call) => nounOf(call) === noun),
    ),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API · Lulus</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><main><h1>The API of Lulus</h1><p>${escapeHtml(info.description)}</p>
<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1). Calls bear
<code>Authorization: Token …</code> or <code>Api-Key …</code>; what is refused says why by field.</p>
<nav aria-label="Nouns"><ul>${links.join('')}</ul></nav>
${sections.join('\n')}
</main></body></html>
`
}

const section = (noun: string, calls: readonly Call[]): string =>
  `<section id="${noun}"><h2>${noun}</h2>${calls.map(article).join('')}</section>`

type Call = Operation & { path: string; method: string }

const nounOf = ({ operationId }: Operation) => operationId.split('.')[0] ?? ''

const article = (call: Call): string => {
  const { operationId, method, path, description, parameters = [], requestBody, responses } = call
  const asked: Field[] = parameters.map(({ name, required, schema }) => ({
    name,
    required,
    kind: fieldsOf({ properties: { [name]: schema } })[0]?.kind ?? '',
  }))
  const [status = '200', answer] = Object.entries(responses).find(([code]) => /^2/.test(code)) ?? []
  const tables = [
    table('Parameters', asked),
    table('Takes', bodyOf(requestBody)),
    table('Each of them', bodyOf(alone(call))),
    table(`Answers ${status}`, bodyOf(answer)),
  ]
  return `<article id="${operationId}"><h3><code><b>${method}</b> ${escapeHtml(path)}</code></h3>
<p>${operationId}. ${escapeHtml(description)}</p>${tables.join('')}</article>`
}

const alone = (call: Operation): Content | undefined => {
  const schema = call['x-judged-alone']
  return schema && { content: { 'application/json': { schema } } }
}

const bodyOf = (from: Content | undefined): Field[] => {
  const schema = Object.values(from?.content ?? {})[0]?.schema
  return schema ? fieldsOf(schema) : []
}

const table = (title: string, fields: readonly Field[]): string =>
  fields.length === 0
    ? ''
    : `<details><summary>${title}</summary><table><tbody>${fields.map(row).join('')}</tbody></table></details>`

const row = ({ name, kind, required }: Field): string => {
  const cells = [escapeHtml(kind), required ? '' : 'optional'].map((cell) => `<td>${cell}</td>`)
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th>${cells.join('')}</tr>`
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: #d4d8de; --quiet: #5b6470; }
@media (prefers-color-scheme: dark) { :root { --line: #3a4048; --quiet: #a3abb6; } }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
article { padding: .75rem 0; border-top: 1px solid var(--line); }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
article p, td { color: var(--quiet); }
summary { cursor: pointer; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .2rem .75rem .2rem 0; text-align: left; vertical-align: top; font-weight: normal; }
th { overflow-wrap: anywhere; }
`
