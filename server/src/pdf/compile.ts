import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { PdfFields } from './document.ts'

/** One document as it travels to the worker: texts, pictures as bytes, and the PDF's own date. */
export type PdfOrder = {
  fields: PdfFields
  logo: Uint8Array | null
  signed_xml: string | null
  created_s: number
}

export type Compile = (order: PdfOrder) => Buffer

const WORKSPACE = import.meta.dirname
const MAIN = `${WORKSPACE}/invoice.typ`
const ARCHIVAL = { pdfStandard: 'a-3a' }
const NOTO_SANS = ['', '-sc', '-tamil', '-thai', '-malayalam', '-gurmukhi']
const FONTS = [
  ...NOTO_SANS.flatMap((script) =>
    ['400Regular', '600SemiBold', '700Bold'].map((weight) => `noto-sans${script}/${weight}`),
  ),
  ...['amiri/400Regular', 'amiri/700Bold', 'nanum-gothic/400Regular', 'nanum-gothic/700Bold'],
  'noto-emoji/400Regular',
]

/**
 * Opens the typesetter with our fonts. The answer makes PDF/A-3a of one order; a character that no font covers, a
 * private one or a byte order mark may not be archived that way, so it becomes a plain tagged PDF instead of no PDF.
 */
export const openCompiler = (): Compile => {
  const compiler = NodeCompiler.create({
    workspace: WORKSPACE,
    fontArgs: [{ fontPaths: FONTS.map(fontFolder) }],
  })
  const shadow = (name: string, content: string | Uint8Array) =>
    compiler.mapShadow(`${WORKSPACE}/${name}`, Buffer.from(content))

  const print = ({ fields, logo, signed_xml, created_s }: PdfOrder, standard: object) => {
    shadow('fields.json', JSON.stringify({ ...fields, logo: logo !== null, xml: signed_xml !== null }))
    shadow('logo', logo ?? '')
    shadow('signed.xml', signed_xml ?? '')
    return compiler.pdf({ mainFilePath: MAIN }, { ...standard, creationTimestamp: created_s })
  }
  const compile: Compile = (order) => {
    try {
      return print(order, ARCHIVAL)
    } catch (error) {
      if (isUnarchivable(error)) return print(order, {})
      // A logo that cannot be drawn must not keep a company from its own tax documents.
      if (order.logo) return compile({ ...order, logo: null })
      throw new Error(reasonOf(error), { cause: error })
    } finally {
      // What it made of one document serves no other, and of a long one it takes hundreds of megabytes.
      compiler.evictCache(0)
    }
  }
  return compile
}

const fontFolder = (path: string) => {
  const [name, weight] = path.split('/')
  const manifest = import.meta.resolve(`@expo-google-fonts/${name}/package.json`)
  return fileURLToPath(new URL(`./${weight}/`, manifest))
}

/** The compiler puts its diagnostics into `code` and often leaves the message empty. */
const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

const isUnarchivable = (error: unknown) => reasonOf(error).includes('PDF/A-3a error')
