import { DOCUMENT_TYPES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import type { Answer, Request } from './calls/wire/answer.ts'
import { isoInstant } from './world/ids.ts'
import type { StoredDocument } from './world/records.ts'

/** `GET /{uuid}/share/{longId}`: the public page behind a printed QR code, without login. */
export const showSharePage = ({ world, params }: Request): Answer => {
  const document = world.documents.get(params.uuid ?? '')
  if (!document || document.long_id === '' || document.long_id !== params.longId) {
    return html(404, page('Document not found', '<p>No validated document has this address.</p>'))
  }
  return html(200, page(`e-Invoice ${document.number}`, summary(document)))
}

const html = (status: number, text: string): Answer => ({
  status,
  text,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
})

const summary = (document: StoredDocument): string => {
  const rows: [string, string][] = [
    ['Type', `${DOCUMENT_TYPES.describe(document.type_code) ?? ''}, version ${document.version}`],
    ['Supplier', `${document.supplier.name} (${document.supplier.tin})`],
    ['Buyer', `${document.buyer.name} (${document.buyer.tin})`],
    ['Issued', `${document.issue_date} ${document.issue_time}`],
    ['Validated', isoInstant(document.validated_at) ?? ''],
    ['Total payable', `MYR ${document.totals.payable}`],
    ['Unique identifier', document.uuid],
  ]
  const list = rows
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
  return `<p class="status">${escapeHtml(document.status)}</p><dl>${list}</dl>`
}

const ENTITIES = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => own(ENTITIES, one) ?? one)

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; background: Canvas; color: CanvasText }
  main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem }
  h1 { font-size: 1.3rem; overflow-wrap: anywhere }
  .status { display: inline-block; margin: 0; padding: .1rem .6rem; border: 1px solid; border-radius: 1rem }
  dl { display: grid; grid-template-columns: minmax(7rem, 1fr) 2fr; gap: .6rem 1rem; margin: 1rem 0 }
  dt { opacity: .75 }
  dd { margin: 0; overflow-wrap: anywhere }
  footer { opacity: .75; font-size: .85rem }
`

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>${content}
<footer>Shown by the simulator. Not a page of the tax authority, and not a tax document.</footer></main>
</body>
</html>
`
