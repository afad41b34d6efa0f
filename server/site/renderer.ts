import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ViteDevServer } from 'vite'
import { z } from 'zod'
import type { Site } from '../../contracts/site.ts'
import type { Assets } from '../../web/document.tsx'
import type { RenderMail } from '../../web/emails/render-mail.tsx'
import type { Render, View } from '../../web/render.tsx'

export type Renderer = {
  render(view: View, site: Site): Promise<string> | string
  renderMail: RenderMail
}

export const clientFolder = fileURLToPath(new URL('../../dist/client/', import.meta.url))
export const adminFolder = fileURLToPath(new URL('../../dist/admin/', import.meta.url))
const bundle = new URL('../../dist/server/render.js', import.meta.url)
const mailBundle = new URL('../../dist/server/mail.js', import.meta.url)

const manifest = z.record(z.string(), z.object({ file: z.string(), css: z.array(z.string()).optional() }))

/** Loads the renderer that `npm run build` has built. */
export async function loadBuiltRenderer(): Promise<Renderer> {
  if (!existsSync(bundle)) throw new Error('The pages are not built yet. Run `npm run build` first.')
  const { render } = (await import(bundle.href)) as { render: Render }
  const files = { ...readManifest(adminFolder), ...readManifest(clientFolder) }
  const assets = findAssets((source) => {
    const entry = files[source]
    if (!entry) throw new Error(`The build has no ${source}.`)
    return `/${entry.file}`
  })
  return {
    render: (view, site) => render(view, site, assets),
    async renderMail(view, site) {
      const { renderMail } = (await import(mailBundle.href)) as { renderMail: RenderMail }
      return renderMail(view, site)
    },
  }
}

function readManifest(folder: string) {
  return manifest.parse(JSON.parse(readFileSync(`${folder}.vite/manifest.json`, 'utf8')))
}

/** Renders from the sources, so that a change in a source file is visible after a reload. */
export function createDevRenderer(vite: ViteDevServer): Renderer {
  const assets: Assets = {
    ...findAssets((source) => `/${source}`),
    devScripts: ['/@vite/client', '/web/dev-client.ts'],
  }
  return {
    async render(view, site) {
      const { render } = (await vite.ssrLoadModule('/web/render.tsx')) as { render: Render }
      return render(view, site, assets)
    },
    async renderMail(view, site) {
      const { renderMail } = (await vite.ssrLoadModule('/web/emails/render-mail.tsx')) as {
        renderMail: RenderMail
      }
      return renderMail(view, site)
    },
  }
}

/** The assets of all pages. `url` returns the URL of a source file. */
function findAssets(url: (source: string) => string): Assets {
  const style = (name: string) => url(`web/styles/entries/${name}.css`)
  return {
    styles: {
      home: style('home'),
      site: style('site'),
      blog: style('blog'),
      plain: style('plain'),
      admin: style('admin'),
    },
    fonts: [url('web/styles/generated/fraunces.woff2'), url('web/styles/generated/figtree.woff2')],
    islands: url('web/islands.ts'),
    admin: { theme: url('web/admin/theme.ts'), script: url('web/admin/main.tsx') },
    room: url('web/write/main.tsx'),
    devScripts: [],
  }
}
