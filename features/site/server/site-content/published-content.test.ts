import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import type { SectionId } from '../../../../core/contract/site.ts'
import { sectionTag, siteTag } from '../../../../core/server/http/page-cache/site-tag.ts'
import { startSite } from '../../../../tests/helpers/start-site.ts'
import type { TestServer } from '../../../../tests/helpers/test-server.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { sitePaths } from '../../contract/site-paths.ts'
import { fillCache, missing } from '../../testing/fill-cache.ts'
import { originalContent } from '../../testing/site-sections.ts'

const readPage = async (server: TestServer, path: string) => (await server.send(path)).text()

test('publishing purges the pages that show a section, and leaves the others in the cache', async () => {
  const { server, publish, saveDraft, reset } = await startSite()
  const pages: string[] = [
    ...[paths.home, sitePaths.apps, sitePaths.waitlist, sitePaths.contact, paths.privacyPolicy],
    ...[postPaths.blog, paths.rss, paths.llms, missing],
  ]
  const withoutMenu: string[] = [paths.rss, paths.llms]
  const shownOn = {
    contact: [paths.home, sitePaths.contact, paths.llms],
    waitlist: [paths.home, sitePaths.waitlist, paths.llms],
    stats: [paths.home],
    appsPage: [sitePaths.apps, paths.llms],
    privacyPolicy: [paths.privacyPolicy, paths.llms],
    blog: [postPaths.blog, paths.rss, paths.llms],
    menu: pages.filter((page) => !withoutMenu.includes(page)),
    notFound: [missing],
  } as const
  for (const [section, shown] of Object.entries(shownOn) as [keyof typeof shownOn, string[]][]) {
    const fresh = await fillCache(server, pages)
    const all = fresh()
    const others = all.filter((key) => !shown.includes(key === 'not found' ? missing : key))
    // Nothing is purged by a draft, or by the end of one.
    await saveDraft(section, originalContent[section])
    await reset(section, 'published')
    await publish(section, originalContent[section])
    await expect.poll(fresh, { message: section }).toEqual(others)
    // Going back to the original purges the same pages.
    await fillCache(server, pages)
    await reset(section, 'original')
    await expect.poll(fresh, { message: section }).toEqual(others)
  }
})

test('a page is tagged with the sections that it shows', async () => {
  const { server, publish } = await startSite()
  const tagsOf = (key: string) => [...(server.instance.pageCache.fresh(key)?.tags ?? [])].sort()
  await fillCache(server, [sitePaths.waitlist])
  expect(tagsOf(sitePaths.waitlist)).toEqual(
    [siteTag, ...['footer', 'homeLayout', 'look', 'menu', 'waitlist'].map(sectionTag)].sort(),
  )
  // A hidden section is not on the home page.
  const hide = (part: SectionId) => ({
    sections: originalContent.homeLayout.sections.map((entry) =>
      entry.part === part ? { part, isShown: false } : entry,
    ),
  })
  await fillCache(server, [paths.home])
  expect(tagsOf(paths.home)).toContain('site:stats')
  await publish('homeLayout', hide('stats'))
  await expect.poll(() => tagsOf(paths.home)).toEqual([])
  await fillCache(server, [paths.home])
  expect(tagsOf(paths.home)).not.toContain('site:stats')
})

test('a draft is not public anywhere', async () => {
  const { server, cookie, saveDraft } = await startSite()
  const secret = 'Not public yet'
  await saveDraft('hero', { ...originalContent.hero, title: secret, lead: secret })
  await saveDraft('contact', { ...originalContent.contact, title: secret, lead: secret })
  await saveDraft('notFound', { ...originalContent.notFound, title: secret })
  await saveDraft('blog', { ...originalContent.blog, lead: secret })
  const pages = [
    paths.home,
    sitePaths.contact,
    postPaths.blog,
    paths.rss,
    paths.atom,
    paths.jsonFeed,
    paths.llms,
    missing,
  ]
  // Neither for visitors nor for the editor, and not after a restart of the cache.
  for (const purge of [false, true]) {
    if (purge) await server.query(`select pg_notify('page_cache', 'site')`)
    for (const path of pages)
      for (const as of [{}, { cookie }])
        expect(await (await server.send(path, as)).text(), path).not.toContain(secret)
  }
})

test('feeds, llms.txt, the 404 page, and the data for search engines have the published words', async () => {
  const { server, change } = await startSite()
  const sharp = 'Bees & <b>trees</b> "of" ]] all'
  await change('blog', { lead: `Blog: ${sharp}` })
  await change('hero', { title: `Hero: ${sharp}`, lead: `Lead:\n${sharp}` })
  await change('footer', { tagline: `Tagline: ${sharp}` })
  await change('contact', { title: `Contact: ${sharp}`, lead: `Write\nus. ${sharp}` })
  await change('notFound', { title: `Lost: ${sharp}` })
  const escaped = 'Bees &amp; &lt;b&gt;trees&lt;/b&gt; &quot;of&quot; ]] all'

  const text = (path: string) => readPage(server, path)
  await expect.poll(() => text(missing)).toContain(`<h1>Lost: ${escaped}</h1>`)
  expect(await text(paths.rss)).toContain(
    '<description>Blog: Bees &amp;amp; &amp;lt;b&amp;gt;trees&amp;lt;/b&amp;gt;',
  )
  expect(await text(paths.atom)).toContain('<subtitle>Blog: Bees &amp; &lt;b&gt;trees&lt;/b&gt;')
  expect(JSON.parse(await text(paths.jsonFeed)).description).toBe(`Blog: ${sharp}`)
  const llms = await text(paths.llms)
  // Markdown lets tags through.
  const inMarkdown = sharp.replaceAll('<', '&lt;')
  expect(llms).toContain(`\n> Tagline: ${inMarkdown}. Lead: ${inMarkdown}\n`)
  expect(llms).toContain(
    `\n- [Contact: Bees & &lt;b>trees&lt;/b> "of"  all](http://everyday.test/contact): Write us. ${inMarkdown}\n`,
  )
  const home = await text(paths.home)
  expect(home).toContain(`<title>Everyday AI: Hero: ${escaped}</title>`)
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(home)?.[1] ?? ''
  expect(JSON.parse(data).slogan).toBe(`Hero: ${sharp}`)
  expect(data).not.toContain('<')
  expect(home).not.toContain('<b>trees')
})

test('a hidden section takes the links to it along, in the menu, the footer, and the headline', async () => {
  const { server, change } = await startSite()
  const hide = (...parts: SectionId[]) =>
    change('homeLayout', {
      sections: originalContent.homeLayout.sections.map(({ part }) => ({
        part,
        isShown: !parts.includes(part),
      })),
    })
  const contactLink = { id: 'contact', label: 'Write to us', to: '/#contact' }
  const trainingLink = { id: 'training', label: 'At your place', to: sitePaths.onSiteTraining }
  await change('menu', { links: [...originalContent.menu.links, contactLink, trainingLink] })
  const linksOn = async (path: string) => {
    const html = await readPage(server, path)
    return [...html.matchAll(/<a [^>]*href="(\/#[^"]*)"/g)].map(([, to]) => to)
  }
  const all = ['/#services', '/#contact', '/#on-site-training', '/#services', '/#services', '/#services']
  await expect.poll(() => linksOn(sitePaths.waitlist)).toEqual(all)
  expect(await linksOn(paths.home)).toEqual([...all.slice(0, 3), '/#services', ...all.slice(3)])
  expect(await readPage(server, paths.home)).toContain('id="services"')

  await hide('services')
  const withoutServices = ['/#contact', '/#on-site-training']
  await expect.poll(() => linksOn(sitePaths.waitlist)).toEqual(withoutServices)
  const home = await readPage(server, paths.home)
  expect(home).not.toContain('id="services"')
  expect(home).not.toContain(originalContent.hero.link)
  // The footer's column had no other links.
  expect(home).not.toContain('id="footer-services"')
  expect(home).toContain('id="footer-company"')
  expect(await linksOn(missing)).toEqual(withoutServices)

  await hide('services', 'contact', 'onSiteTraining')
  await expect.poll(() => linksOn(sitePaths.waitlist)).toEqual([])
  await hide()
  await expect.poll(() => linksOn(sitePaths.waitlist)).toEqual(all)
})

test('the home page has the sections in the order that an editor chose', async () => {
  const { server, change } = await startSite()
  const marks: Partial<Record<SectionId, string>> = {
    services: 'id="services"',
    stats: 'id="stats-title"',
    community: 'id="people-title"',
    apps: 'id="apps-title"',
    contact: 'id="contact"',
  }
  const order = async () => {
    const html = await readPage(server, paths.home)
    return Object.entries(marks)
      .map(([part, mark]) => ({ part, at: html.indexOf(mark) }))
      .filter(({ at }) => at !== -1)
      .sort((a, b) => a.at - b.at)
      .map(({ part }) => part)
  }
  expect(await order()).toEqual(['services', 'stats', 'community', 'apps', 'contact'])
  await change('homeLayout', {
    sections: originalContent.homeLayout.sections
      .map(({ part }) => ({ part, isShown: part !== 'community' }))
      .reverse(),
  })
  await expect.poll(order).toEqual(['contact', 'apps', 'stats', 'services'])
})
