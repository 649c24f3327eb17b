import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { own } from '#codes/own.ts'
import { notFound } from '#domain/problems.ts'

type Coding = 'br' | 'gzip'
type Asset = {
  bytes: Buffer
  /** The same packed; nothing where the file is packed already. */
  packed: ReadonlyMap<Coding, Buffer>
  content_type: string
  hashed: boolean
}

export type StaticSettings = {
  /** The folder of the built screens; nothing is served when it does not exist, and the log says so. */
  dir: string
  /** Addresses below these are the API's: an unknown one answers 404 instead of the screens. */
  api_prefixes: readonly string[]
}

/**
 * Serves the built screens from memory: sign-in.html where somebody signs in, and index.html for every other page
 * address, with a fresh style nonce in place of each `__CSP_NONCE__`. Only names that were in the folder at start can
 * be fetched.
 */
export const serveScreens = async (app: FastifyInstance, settings: StaticSettings): Promise<void> => {
  if (!existsSync(settings.dir)) {
    app.log.warn(
      { dir: settings.dir },
      'the screens are not built (npm run build): the API alone is answered',
    )
    return
  }
  const assets = await readAssets(settings.dir)
  const takePage = (name: string): string => {
    const page = assets.get(name)?.bytes.toString('utf8')
    if (page === undefined) throw new Error(`${settings.dir} has no ${name}; build the screens again.`)
    assets.delete(name)
    return page
  }
  const [program, sign_in] = [takePage('/index.html'), takePage('/sign-in.html')]
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const asset = assets.get(path)
    if (asset) return sendAsset(request, reply, asset)
    const api = settings.api_prefixes.some((prefix) => path.startsWith(prefix))
    if (api || extname(path) !== '') throw notFound()
    return sendPage(reply, SIGN_IN.has(path) ? sign_in : program)
  })
}

/** Opened first, they come without the program behind them. */
const SIGN_IN = new Set(['/', '/log-in'])

const sendPage = (reply: FastifyReply, page: string) => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__CSP_NONCE__', nonce))
}

const pagePolicy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    'frame-src blob:',
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

const sendAsset = (request: FastifyRequest, reply: FastifyReply, asset: Asset) => {
  const coding = CODINGS.find(
    (one) => asset.packed.has(one) && accepts(request.headers['accept-encoding'], one),
  )
  if (coding) reply.header('content-encoding', coding)
  return reply
    .header('vary', 'accept-encoding')
    .header('cache-control', asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .type(asset.content_type)
    .send((coding && asset.packed.get(coding)) ?? asset.bytes)
}

/** The denser one first. */
const CODINGS: readonly Coding[] = ['br', 'gzip']

const accepts = (header = '', coding: Coding) =>
  header.split(',').some((part) => {
    const [name, weight = ''] = part.split(';')
    return name?.trim() === coding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })

const CONTENT_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

const PACKED_ALREADY = new Set(['.ico', '.png', '.woff2'])

const readAssets = async (dir: string): Promise<Map<string, Asset>> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && extname(entry.name) !== '.br')
    .map((entry) => join(entry.parentPath, entry.name))
  const assets = await Promise.all(
    files.map(async (file): Promise<[string, Asset]> => {
      const path = `/${relative(dir, file).split(sep).join('/')}`
      return [path, await readAsset(file, path)]
    }),
  )
  return new Map(assets)
}

const readAsset = async (file: string, path: string): Promise<Asset> => {
  const bytes = await readFile(file)
  const kind = extname(file)
  return {
    bytes,
    packed: new Map(PACKED_ALREADY.has(kind) ? [] : await pack(file, bytes)),
    content_type: own(CONTENT_TYPES, kind) ?? 'application/octet-stream',
    // Vite puts a hash of the content into the names of this folder only.
    hashed: path.startsWith('/assets/'),
  }
}

/** As dense as it gets takes seconds for all files together, so the build has done it (`web/packed.ts`). */
const pack = async (file: string, bytes: Buffer): Promise<[Coding, Buffer][]> => {
  const zipped: [Coding, Buffer] = ['gzip', await promisify(gzip)(bytes)]
  return existsSync(`${file}.br`) ? [['br', await readFile(`${file}.br`)], zipped] : [zipped]
}
