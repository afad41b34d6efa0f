import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { staticCopyWords } from '../../../words/static-copy.ts'
import { rewritePage } from './rewrite-page.ts'
import { rewriteStyle } from './rewrite-style.ts'
import type { Addresses } from './static-addresses.ts'

type Copy = {
  publicUrl: string
  addresses: Addresses
  readFile: (path: string) => Promise<Uint8Array | undefined>
}

export const notFoundFile = '404.html'

/**
 * Turns the page for missing addresses into a file that a web host can send at an address of any depth, where relative
 * addresses would lead elsewhere. What it loads is inside of it, and its links begin at the top of the host. In a
 * subfolder these lead elsewhere, so one more link leads to the live site.
 */
export async function writeNotFoundPage(html: string, copy: Copy): Promise<string> {
  const withLink = addLiveLink(html, copy.publicUrl)
  const contents = await readLoaded(withLink, copy)
  const { publicUrl, addresses } = copy
  return rewritePage(withLink, {
    file: notFoundFile,
    publicUrl,
    addresses: {
      resolve(address, from) {
        const found = addresses.resolve(address, from)
        return found === undefined || isAbsolute(found) ? found : `/${found}`
      },
      load(address, from) {
        const file = addresses.load(address, from)
        return file === null || isAbsolute(file) ? file : (contents.get(file) ?? null)
      },
    },
  })
}

const isAbsolute = (address: string) => /^[a-z]+:/i.test(address)

/** Adds an item to the list of ways on. */
function addLiveLink(html: string, publicUrl: string): string {
  const end = html.indexOf('</ul>', html.indexOf('<main'))
  if (end === -1) throw new Error('the page for missing addresses has no list of links')
  const { link, text } = staticCopyWords.liveSite
  const item = `<li><a class="text-link" href="${escapeHtml(publicUrl)}">${escapeHtml(link)}</a><p>${escapeHtml(text)}</p></li>`
  return html.slice(0, end) + item + html.slice(end)
}

/** The files that a page loads, as data URLs, by their paths */
async function readLoaded(
  html: string,
  { publicUrl, addresses, readFile }: Copy,
): Promise<ReadonlyMap<string, string>> {
  const files = new Set<string>()
  rewritePage(html, {
    file: notFoundFile,
    publicUrl,
    addresses: {
      resolve: () => undefined,
      load(address, from) {
        const file = addresses.load(address, from)
        if (file !== null && !isAbsolute(file)) files.add(file)
        return file
      },
    },
  })
  const contents = new Map<string, string>()
  for (const file of files) {
    // Fonts are inside of the style sheets.
    const content = file.endsWith('.woff2') ? undefined : await readContent(file, readFile)
    if (content !== undefined) contents.set(file, content)
  }
  return contents
}

async function readContent(file: string, readFile: Copy['readFile']): Promise<string | undefined> {
  const bytes = await readFile(file)
  if (!bytes) return undefined
  if (!file.endsWith('.css')) return toDataUrl(file, bytes)
  const css = Buffer.from(bytes).toString()
  const fonts = new Map<string, string>()
  const names = new Set<string>()
  rewriteStyle(css, file, (font) => {
    names.add(font)
    return font
  })
  for (const name of names) {
    const font = await readFile(name)
    if (font) fonts.set(name, toDataUrl(name, font))
  }
  const whole = rewriteStyle(css, file, (font) => fonts.get(font) ?? `/${font}`)
  return `data:text/css,${encodeURIComponent(whole)}`
}

const types: Record<string, string> = {
  woff2: 'font/woff2',
  webp: 'image/webp',
  png: 'image/png',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
}

function toDataUrl(file: string, bytes: Uint8Array): string {
  const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}
