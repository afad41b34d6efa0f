import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withVersion } from '../../../../core/contract/look/site-look.ts'
import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { type DrawingStyle, draw } from '../../../../core/server/drawings/draw.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { matchesEtag } from '../../../../core/server/http/negotiation.ts'
import { hashBody } from '../../../../core/server/http/page-cache/page-cache.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { brand } from '../../../../core/words/brand.ts'
import type { MediaStore } from '../../../media/server/store.ts'
import { hero } from '../../words/home.ts'
import { readDrawingStyle } from '../look/drawing-style.ts'

const publicFile = { audience: 'everyone', kind: 'file' } as const
const publicFolder = fileURLToPath(new URL('../../../../core/web/public/', import.meta.url))
const contentTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
}
/** Height of the logo in emails, in pixels: twice its shown height */
const mailLogoHeight = 88

/** Icons, the social picture, the logo, and the manifest: few and small, so they stay in memory. */
export async function addSiteFiles(
  app: App,
  { siteSource, media }: RouteDeps & { media: MediaStore },
): Promise<void> {
  const drawn = createDrawnFiles(media)
  for (const name of await readdir(publicFolder)) {
    const type = contentTypes[name.split('.').at(-1) ?? '']
    if (!type)
      throw new Error(
        `core/web/public/${name} has no content type (features/site/server/files/site-files.ts).`,
      )
    const original = tagFile(type, await readFile(`${publicFolder}${name}`))
    pageRoute(app, `/${name}`, publicFile, async (request, reply) => {
      // A social network or a reader on another site may show the picture.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      const site = await siteSource.read()
      return sendFile(request, reply, (await drawn.find(`/${name}`, type, site)) ?? original)
    })
  }
  pageRoute(app, paths.logo, publicFile, async (request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
    const file = await drawn.find(paths.logo, 'image/png', await siteSource.read())
    if (!file) throw new RequestProblem('not-found')
    return sendFile(request, reply, file)
  })
  pageRoute(app, paths.manifest, publicFile, async (request, reply) => {
    const file = tagFile('application/manifest+json', Buffer.from(writeManifest(await siteSource.read())))
    return sendFile(request, reply, file)
  })
}

/** Reads one of these files as the site shows it, for a copy of the site; undefined if there is none at that path. */
export async function readSiteFile(path: string, site: Site, media: MediaStore): Promise<Buffer | undefined> {
  if (path === paths.manifest) return Buffer.from(writeManifest(site))
  if (recipes[path]?.isNeeded(site)) return recipes[path].make(await readDrawingStyle(site.look, media), site)
  const name = (await readdir(publicFolder)).find((file) => `/${file}` === path)
  return name === undefined ? undefined : readFile(`${publicFolder}${name}`)
}

function writeManifest({ name, look }: Site): string {
  return JSON.stringify({
    name,
    short_name: name,
    start_url: paths.home,
    display: 'browser',
    background_color: '#fdfaf2',
    theme_color: '#fdfaf2',
    icons: ([192, 512] as const).map((size) => ({
      src: withVersion(paths.icon(size), look),
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  })
}

/** Draws each of these files if the site's own one differs from the file in core/web/public. */
const recipes: Record<
  string,
  {
    isNeeded: (site: Site) => boolean
    make: (style: DrawingStyle, site: Site) => Promise<Buffer> | undefined
  }
> = {
  [paths.favicon]: { isNeeded: hasLook, make: (style) => icon(style, 32, false).then(asIco) },
  [paths.touchIcon]: { isNeeded: hasLook, make: (style) => icon(style, 180) },
  [paths.icon(192)]: { isNeeded: hasLook, make: (style) => icon(style, 192) },
  [paths.icon(512)]: { isNeeded: hasLook, make: (style) => icon(style, 512) },
  [paths.socialPicture]: {
    // The original picture has the name and the headline on it.
    isNeeded: (site) => hasLook(site) || site.name !== brand.name || site.content.hero.title !== hero.title,
    make: (style, { name, content }) =>
      draw({ kind: 'site', title: content.hero.title, siteName: name, style }),
  },
  [paths.logo]: {
    isNeeded: (site) => site.look?.logo !== undefined,
    make: ({ logo, ...style }) =>
      logo && draw({ kind: 'logo', height: mailLogoHeight, style: { ...style, logo } }),
  },
}

function hasLook(site: Site): boolean {
  return site.look !== undefined
}

const icon = (style: DrawingStyle, size: number, isTile = true) => draw({ kind: 'icon', size, isTile, style })

/** An icon file with one PNG, as browsers have read it since Windows Vista */
function asIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  // One image, of 32 x 32 pixels with 32 bits each
  for (const at of [2, 4, 10]) header.writeUInt16LE(1, at)
  header.writeUInt16LE(32, 12)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/** Keeps the drawn files of the current look in memory. */
function createDrawnFiles(media: MediaStore) {
  const files = new Map<string, { madeFrom: string; file: Promise<TaggedFile | undefined> }>()

  async function make(path: string, type: string, site: Site): Promise<TaggedFile | undefined> {
    const body = await recipes[path]?.make(await readDrawingStyle(site.look, media), site)
    return body && tagFile(type, body)
  }

  return {
    /**
     * Returns undefined if the site uses the original file. A drawing that fails is an error, because the original file
     * shows another office’s name.
     */
    async find(path: string, type: string, site: Site): Promise<TaggedFile | undefined> {
      if (!recipes[path]?.isNeeded(site)) return undefined
      const madeFrom = JSON.stringify([site.look?.version, site.name, site.content.hero.title])
      const known = files.get(path)
      const file = known?.madeFrom === madeFrom ? known.file : make(path, type, site)
      files.set(path, { madeFrom, file })
      try {
        return await file
      } catch (error) {
        files.delete(path)
        throw error
      }
    },
  }
}

type TaggedFile = { type: string; body: Buffer; etag: string }

function tagFile(type: string, body: Buffer): TaggedFile {
  return { type, body, etag: `"${hashBody(body)}"` }
}

/** Sends a file. Browsers keep it for a day, then ask whether it has changed and mostly get a 304. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag }: TaggedFile,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'public, max-age=86400')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}
