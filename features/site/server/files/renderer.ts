import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ViteDevServer } from 'vite'
import { z } from 'zod'
import {
  type FontPair,
  fontFileName,
  fontPairIds,
  fontPairs,
  originalFontPair,
} from '../../../../core/contract/look/look.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { RenderMail } from '../../../../core/emails/email-template.tsx'
import type { Assets, LookLinks, Render } from '../../../../core/web/document.tsx'
import type { View } from '../../../../core/web/page.ts'
import type { FontFiles, LookStyles } from '../look/look-styles.ts'

export type Renderer = {
  render(view: View, site: Site): Promise<string> | string
  renderMail: RenderMail
}

/** A renderer that needs to be told what the pages of a site with a look link to */
export type BareRenderer = {
  render(view: View, site: Site, look?: LookLinks): Promise<string> | string
  renderMail: RenderMail
  fontFiles: FontFiles
}

export function addLookLinks(renderer: BareRenderer, styles: LookStyles): Renderer {
  return {
    renderMail: renderer.renderMail,
    render(view, site) {
      const { look } = site
      // Not async, because a page of the original look need not wait for anything.
      return look
        ? styles.linksOf(look).then((links) => renderer.render(view, site, links))
        : renderer.render(view, site)
    },
  }
}

export const clientFolder = fileURLToPath(new URL('../../../../dist/client/', import.meta.url))
/** The folders of the browser's builds: of the admin, the writing room, and all other pages */
export const builtFolders = [
  ...['admin', 'room'].map((name) => fileURLToPath(new URL(`../../../../dist/${name}/`, import.meta.url))),
  clientFolder,
]
const bundle = new URL('../../../../dist/server/render.js', import.meta.url)
const mailBundle = new URL('../../../../dist/server/mail.js', import.meta.url)

const manifest = z.record(z.string(), z.object({ file: z.string(), css: z.array(z.string()).optional() }))
type Manifest = z.infer<typeof manifest>

/** Loads the renderer that `npm run build` has built. */
export async function loadBuiltRenderer(): Promise<BareRenderer> {
  if (!existsSync(bundle)) throw new Error('The pages are not built yet. Run `npm run build` first.')
  const { render } = (await import(bundle.href)) as { render: Render }
  const files = Object.assign({}, ...builtFolders.map(readManifest)) as Manifest
  const url = (source: string) => {
    const entry = files[source]
    if (!entry) throw new Error(`The build has no ${source}.`)
    return `/${entry.file}`
  }
  const assets = findAssets(url)
  return {
    fontFiles: findFontFiles(url, (source) => readFileSync(clientFolder + url(source).slice(1), 'utf8')),
    render: (view, site, look) => render(view, site, assets, look),
    async renderMail(view, site) {
      const { renderMail } = (await import(mailBundle.href)) as { renderMail: RenderMail }
      return renderMail(view, site)
    },
  }
}

function readManifest(folder: string): Manifest {
  return manifest.parse(JSON.parse(readFileSync(`${folder}.vite/manifest.json`, 'utf8')))
}

/** Renders from the sources, so that a change in a source file is visible after a reload. */
export function createDevRenderer(vite: ViteDevServer): BareRenderer {
  const assets: Assets = {
    ...findAssets((source) => `/${source}`),
    devScripts: ['/@vite/client', '/app/pages/web/dev-client.ts'],
  }
  return {
    fontFiles: findFontFiles(
      (source) => `/${source}`,
      // Not through Vite, which would send the style sheet as a script.
      (source) =>
        readFileSync(new URL(`../../../../${source}`, import.meta.url), 'utf8').replaceAll(
          '"./',
          `"/${fontFolder}`,
        ),
    ),
    async render(view, site, look) {
      const { render } = (await vite.ssrLoadModule('/app/pages/web/render.tsx')) as { render: Render }
      return render(view, site, assets, look)
    },
    async renderMail(view, site) {
      const { renderMail } = (await vite.ssrLoadModule('/app/emails/render-mail.tsx')) as {
        renderMail: RenderMail
      }
      return renderMail(view, site)
    },
  }
}

/** The assets of all pages. `url` returns the URL of a source file. */
function findAssets(url: (source: string) => string): Assets {
  const style = (name: string) => url(`app/styles/${name}.css`)
  return {
    styles: {
      home: style('home'),
      site: style('site'),
      blog: style('blog'),
      article: style('article'),
      plain: style('plain'),
      admin: style('admin'),
    },
    fonts: preloadedFonts(originalFontPair, url),
    islands: url('app/pages/web/islands.ts'),
    videos: url('features/posts/web/blog/play-videos.ts'),
    admin: { theme: url('core/web/admin/theme.ts'), script: url('app/admin/web/main.tsx') },
    room: url('features/guests/web/room/main.tsx'),
    devScripts: [],
  }
}

/** The folder into which the build writes the fonts (app/build/fonts.ts) */
const fontFolder = 'core/web/styles/generated/'

const preloadedFonts = (pair: FontPair, url: (source: string) => string) =>
  [fontPairs[pair].headlines, fontPairs[pair].text].map((family) =>
    url(`${fontFolder}${fontFileName(family)}.woff2`),
  )

function findFontFiles(url: (source: string) => string, read: (source: string) => string): FontFiles {
  const entries = fontPairIds.map((pair) => [
    pair,
    {
      css: pair === originalFontPair ? '' : read(`${fontFolder}pair-${pair}.css`).trim(),
      fonts: preloadedFonts(pair, url),
    },
  ])
  return Object.fromEntries(entries) as FontFiles
}
