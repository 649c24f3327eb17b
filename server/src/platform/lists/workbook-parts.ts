import type { ZipEntry } from './zip.ts'

/** How each kind of cell is printed, and how wide its column is. */
export const CELL_STYLES = {
  text: { format: '', width: 22 },
  figure: { format: '#,##0.00########', width: 16 },
  count: { format: '#,##0', width: 12 },
  date: { format: 'yyyy-mm-dd', width: 12 },
}
type Kind = keyof typeof CELL_STYLES
const KINDS = Object.keys(CELL_STYLES) as Kind[] // of the object above

/** The number of a cell's style: those of totals, in bold, follow the plain ones. */
export const styleOf = (kind: Kind, is_total: boolean): number =>
  KINDS.indexOf(kind) + (is_total ? KINDS.length : 0)

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const SCHEMAS = 'http://schemas.openxmlformats.org'
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`
const RELATION = `${SCHEMAS}/officeDocument/2006/relationships`
const PACKAGE = `${SCHEMAS}/package/2006`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What a workbook is besides its sheets, once it is known how many there are (ECMA-376, part 1, chapter 12). */
export const partsOf = (names: readonly string[]): ZipEntry[] =>
  [
    { path: 'xl/styles.xml', xml: STYLES },
    { path: 'xl/workbook.xml', xml: workbookOf(names) },
    { path: 'xl/_rels/workbook.xml.rels', xml: relationsOf(names) },
    { path: '_rels/.rels', xml: ROOT },
    { path: '[Content_Types].xml', xml: typesOf(names) },
  ].map(({ path, xml }) => ({ path, pieces: [DECLARATION + xml] }))

/** Formats of one's own are numbered from 164 on. */
const FORMAT_MIN = 164
const formatOf = (kind: Kind) => (CELL_STYLES[kind].format === '' ? 0 : FORMAT_MIN + KINDS.indexOf(kind))

const FONT = '<sz val="11"/><name val="Calibri"/>'
const PLAIN = 'fillId="0" borderId="0"'
const listOf = (tag: string, items: readonly string[]) =>
  `<${tag} count="${items.length}">${items.join('')}</${tag}>`

const STYLES =
  `<styleSheet xmlns="${MAIN}">` +
  listOf(
    'numFmts',
    KINDS.filter((kind) => formatOf(kind) > 0).map(
      (kind) => `<numFmt numFmtId="${formatOf(kind)}" formatCode="${CELL_STYLES[kind].format}"/>`,
    ),
  ) +
  listOf('fonts', [`<font>${FONT}</font>`, `<font><b/>${FONT}</font>`]) +
  listOf(
    'fills',
    ['none', 'gray125'].map((pattern) => `<fill><patternFill patternType="${pattern}"/></fill>`),
  ) +
  listOf('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']) +
  listOf('cellStyleXfs', [`<xf numFmtId="0" fontId="0" ${PLAIN}/>`]) +
  listOf(
    'cellXfs',
    [0, 1].flatMap((font) =>
      KINDS.map(
        (kind) =>
          `<xf numFmtId="${formatOf(kind)}" fontId="${font}" ${PLAIN} xfId="0"` +
          ` applyNumberFormat="1" applyFont="1"/>`,
      ),
    ),
  ) +
  listOf('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']) +
  '</styleSheet>'

/** Sheets are called by words of ours, which need no escaping. */
const workbookOf = (names: readonly string[]) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>` +
  names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('') +
  '</sheets></workbook>'

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`

const relationsOf = (names: readonly string[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('') +
  relation(`rId${names.length + 1}`, 'styles', 'styles.xml') +
  '</Relationships>'

const ROOT =
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  `${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`

const typed = (part: string, type: string) =>
  `<Override PartName="/xl/${part}" ContentType="${TYPE}.${type}+xml"/>`

const typesOf = (names: readonly string[]) =>
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  typed('workbook.xml', 'sheet.main') +
  names.map((_, at) => typed(`worksheets/sheet${at + 1}.xml`, 'worksheet')).join('') +
  typed('styles.xml', 'styles') +
  '</Types>'
