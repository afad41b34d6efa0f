import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { exportSiteOf } from '../../../tests/helpers/export-site.ts'
import { readHtml } from '../../../tests/helpers/read-html.ts'
import { fillRichSite } from '../../../tests/helpers/rich-site.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { readTextFile } from '../own-format/front-matter.ts'
import { readBody } from '../own-format/own-markdown.ts'
import { readMediaFacts } from './export-media.ts'

test('writes every text so that reading it gives the same HTML', async () => {
  const server = await startTestServer()
  await fillRichSite(server)
  const { files } = await exportSiteOf(server)
  const facts = await readMediaFacts(server.instance.db)
  const rows = await server.query<{ kind: string; slug: string; content: string }>(
    'select kind, slug, content from blog_posts where deleted_at is null',
  )
  for (const { kind, slug, content } of rows) {
    const read = readTextFile(files.get(`${kind}s/${slug}.md`)?.toString() ?? '')
    if (!read) throw new Error(`${slug} cannot be read`)
    expect(
      await readBody({ format: read.facts.format, text: read.body }, (name) => facts.get(name)),
      slug,
    ).toBe(content)
  }
})

test('the copy of the site has every public page, and nothing that leads nowhere', async () => {
  const server = await startTestServer()
  await fillRichSite(server)
  const { files } = await exportSiteOf(server)
  const copied = new Map([...files].filter(([path]) => path.startsWith('static/')))
  const pages = [...copied].filter(([path]) => path.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(50)
  const broken: string[] = []
  const loaded: string[] = []
  for (const [path, body] of pages) {
    for (const { name, attributes } of readHtml(body.toString()).elements) {
      expect(['script', 'form', 'input', 'textarea', 'iframe'], path).not.toContain(name)
      for (const [key, value] of Object.entries(attributes)) {
        expect(key, path).not.toMatch(/^(ping|on|data-island|data-props)/i)
        if (!['href', 'src', 'srcset', 'imagesrcset'].includes(key.toLowerCase())) continue
        const isLoaded =
          key !== 'href' || (name === 'link' && /stylesheet|preload|icon/.test(attributes.rel ?? ''))
        for (const address of key.toLowerCase().endsWith('srcset') ? value.split(', ') : [value]) {
          const target = address.split(' ')[0] ?? ''
          if (isLoaded && !/^(data:|[\w./-]+$)/.test(target)) loaded.push(`${path}: ${target}`)
          if (/^([a-z]+:|#)/.test(target)) continue
          const file = posix.join(posix.dirname(path), target.replace(/#.*$/, ''))
          if (!copied.has(file)) broken.push(`${path}: ${target}`)
        }
      }
    }
  }
  expect(broken).toEqual([])
  expect(loaded).toEqual([])
  for (const [path, body] of copied)
    if (path.endsWith('.css'))
      for (const [, address = ''] of body.toString().matchAll(/url\(["']?([^"')]+)/g))
        expect(
          address.startsWith('data:') || copied.has(posix.join(posix.dirname(path), address)),
          address,
        ).toBe(true)

  const about = copied.get('static/about-us/index.html')?.toString()
  // A former address, a page with a form, and a page that only the live site has
  expect(about).toContain('<a href="../blog/new-address/index.html">old</a>')
  expect(about).toContain('<a href="../contact/index.html">contact</a>')
  expect(about).toContain('<a href="http://everyday.test/login">in</a>')
  expect(about).toContain('<link rel="canonical" href="http://everyday.test/about-us"/>')
  const form = '<a class="text-link" href="http://everyday.test/waitlist">http://everyday.test/waitlist</a>'
  expect(copied.get('static/waitlist/index.html')?.toString()).toContain(form)
})

test('leaves out the trash, spam, secrets, and everything that belongs to this installation', async () => {
  const server = await startTestServer()
  await fillRichSite(server)
  await server.query(
    `insert into contact_submissions (name, company, email, suspected_at) values ('Spam secret', '', 's@example.org', now())`,
  )
  const { files } = await exportSiteOf(server)
  const tokens = await server.query<{ token: string }>('select token from newsletter_subscriptions')
  const hashes = await server.query<{ password: string }>('select password from users')
  const secrets = [
    'secret',
    'never-exported',
    'room-token-hash',
    ...tokens.map(({ token }) => token),
    ...hashes.map(({ password }) => password),
  ]
  for (const [path, body] of files) {
    // These name secrets in their own words.
    if (path === 'README.md' || path.startsWith('static/privacy-policy') || path.startsWith('static/terms'))
      continue
    for (const secret of secrets) expect(body.includes(secret), `${path}: ${secret}`).toBe(false)
  }
})

test('equal content gives equal bytes, except for the time', async () => {
  const server = await startTestServer()
  await fillRichSite(server)
  const [one, other] = [await exportSiteOf(server), await exportSiteOf(server)]
  expect(one.files.get('site.json')).not.toEqual(other.files.get('site.json'))
  const [first, second] = await Promise.all([readFile(one.file), readFile(other.file)])
  const end = first.indexOf('site.json')
  expect(second.subarray(0, end).equals(first.subarray(0, end))).toBe(true)
})
