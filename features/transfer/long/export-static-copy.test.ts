import { expect, test } from 'vitest'
import { sitePages } from '../../../app/features.ts'
import { readHtml } from '../../../tests/helpers/read-html.ts'
import { filesIn } from '../../../tests/helpers/read-zip.ts'
import { fillRichSite } from '../../../tests/helpers/rich-site.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { boldLook, saveLook } from '../../site/testing/publish-look.ts'
import { listStaticPages } from '../server/export/static/static-pages.ts'
import { exportSiteOf } from '../testing/export-site.ts'
import { walkCopy } from '../testing/walk-copy.ts'

const publicUrl = 'http://everyday.test'

/** Exports a site with one of everything. Returns the files of the copy by their paths in it. */
async function copyRichSite() {
  const server = await startTestServer()
  const { cookie, picture } = await fillRichSite(server)
  const saved = await saveLook(server, cookie, { ...boldLook, logo: picture.src })
  expect(saved.status).toBe(200)
  const { files } = await exportSiteOf(server)
  const copy = filesIn(files, 'static')
  const text = (path: string) => copy.get(path)?.toString() ?? ''
  return { server, copy, text, pages: [...copy.keys()].filter((path) => path.endsWith('.html')) }
}

test('the copy has every public page, and no link, file, or anchor that leads nowhere', async () => {
  const { server, copy, text, pages } = await copyRichSite()
  expect(pages.length).toBeGreaterThan(50)
  const every = text('blog/every-block-yes-and-all-more/index.html')
  const blocks = '<table class="button-link" data-tone="tip" class="file-link" class="video"'
  for (const block of blocks.split(' ')) expect(every, block).toContain(block)
  for (const path of ['blog/page/2', 'blog/tag/many/page/2', 'blog/author/gus-guest', 'about-us'])
    expect(pages).toContain(`${path}/index.html`)

  const { broken, live } = walkCopy(copy, publicUrl)
  expect(broken).toEqual([])
  const statuses = await Promise.all([...live].map(async (path) => [path, (await server.send(path)).status]))
  expect(statuses.filter(([, status]) => Number(status) >= 400)).toEqual([])

  // A former address, a redirect, a page with a form, and a page that only the live site has
  const about = text('about-us/index.html')
  expect(about).toContain('<a href="../blog/new-address/index.html">old</a>')
  expect(about).toContain('<a href="../blog/every-block-yes-and-all-more/index.html">older</a>')
  expect(about).toContain('<a href="../contact/index.html">contact</a>')
  expect(about).toContain('<a href="http://everyday.test/login">in</a>')
  expect(about).toContain('<link rel="canonical" href="http://everyday.test/about-us"/>')
})

test('the copy has no scripts and no buttons that need them, and loads only its own files', async () => {
  const { copy, text, pages } = await copyRichSite()
  // Browsers have scripting enabled, so these styles would not count.
  for (const path of copy.keys())
    if (path.endsWith('.css')) expect(text(path), path).not.toMatch(/scripting: *none/)
  for (const path of pages)
    for (const { name, attributes } of readHtml(text(path)).elements) {
      expect(['script', 'form', 'input', 'textarea', 'dialog', 'iframe'], path).not.toContain(name)
      if (name === 'button') expect(attributes, path).toHaveProperty('popoverTarget')
      for (const [key, value] of Object.entries(attributes)) {
        expect(key, path).not.toMatch(/^(ping|on|aria-haspopup|data-island|data-props)/i)
        const isLoaded =
          /^(src|srcset|imagesrcset|poster)$/i.test(key) ||
          (key === 'href' && name === 'link' && /stylesheet|preload|icon/.test(attributes.rel ?? ''))
        if (isLoaded)
          for (const address of value.startsWith('data:') ? [] : value.split(', '))
            expect(address.split(' ')[0], path).toMatch(/^[\w./-]+$/)
      }
    }
})

test('in the place of each form, the copy says where it is on the live site', async () => {
  const { server, text } = await copyRichSite()
  let forms = 0
  for (const { address, file } of (await listStaticPages(server.instance.db, sitePages)).pages) {
    const live = readHtml(await (await server.send(address)).text())
    const copied = readHtml(text(file))
    for (const { name, attributes } of live.elements) {
      if (name !== 'form') continue
      forms++
      const href = `${publicUrl}${attributes.action}`
      expect(copied.text, `${file}: ${attributes.action}`).toContain(` on our live site: ${href}`)
      expect(
        copied.elements.some((element) => element.name === 'a' && element.attributes.href === href),
      ).toBe(true)
    }
  }
  expect(forms).toBeGreaterThan(10)
})

test('the page for missing addresses needs no other file, and its links begin at the top', async () => {
  const { copy, text } = await copyRichSite()
  const { elements } = readHtml(text('404.html'))
  const loaded = elements.filter(
    ({ name, attributes }) => name === 'img' || (name === 'link' && attributes.rel !== 'canonical'),
  )
  expect(loaded.length).toBeGreaterThan(3)
  for (const { attributes } of loaded) expect(attributes.href ?? attributes.src).toMatch(/^data:/)
  const styles = loaded.filter(({ attributes }) => attributes.rel === 'stylesheet')
  const css = decodeURIComponent(styles.map(({ attributes }) => attributes.href).join(''))
  expect(css.match(/url\(["']?data:font\/woff2/g)?.length).toBeGreaterThan(3)
  expect(css).not.toMatch(/url\(["']?(?!data:)/)
  const links = elements.flatMap(({ name, attributes }) => (name === 'a' ? (attributes.href ?? []) : []))
  expect(links).toEqual(expect.arrayContaining(['/index.html', '/waitlist/index.html', '#main', publicUrl]))
  for (const link of links) if (!/^(https?:|mailto:|tel:|#)/.test(link)) expect(link).toMatch(/^\//)
  expect(walkCopy(copy, publicUrl).broken).toEqual([])
})
