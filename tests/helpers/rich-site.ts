import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { addUploadedFile } from '../../features/media/server/files/files.ts'
import { addMedia } from '../../features/media/server/media.ts'
import { withWorkFolder } from '../../features/media/server/work-folder.ts'
import { photo } from '../../features/media/testing/test-media.ts'
import type { Post } from '../../features/posts/contract/posts.ts'
import { noteErased } from '../../features/privacy/server/deletion-notes.ts'
import { cleanSection } from '../../features/site/server/site-content/clean-value.ts'
import { randomContent } from '../../features/site/testing/random-section.ts'
import { sectionIds, sections } from '../../features/site/testing/site-sections.ts'
import { createRandom } from './random.ts'
import { pdf } from './test-files.ts'
import type { TestServer } from './test-server.ts'

type Picture = Post['picture'] & object

/** The HTML of a picture as the text editor writes it */
const pictureOf = ({ src, srcset, width, height }: Picture, alt: string) =>
  `<p><img src="${src}" srcset="${srcset}" sizes="(min-width: 45rem) 42rem, 92vw" alt="${alt}" width="${width}" height="${height}" /></p>`

/** A text with every kind of block that the editor writes */
export const everyBlock = (picture: Picture, file = '') =>
  [
    '<p>One &amp; two &lt;three&gt; * [four](five) _six_ `seven` # 1. <strong>bold</strong> <em>soft</em></p>',
    '<h2>A heading</h2><h3>A smaller one: #2</h3>',
    '<p>A <u>line under</u> and <s>through</s> it, <a href="https://example.org/a?b=1&amp;c=2">a link</a>,<br />a break</p>',
    '<ul><li><p>One</p></li><li><p>Two</p><ul><li><p>Inner</p></li></ul></li></ul>',
    '<ul><li><p>Another list</p></li></ul>',
    '<ol start="1986"><li><p>A great year</p></li><li><p>Next</p></li></ol>',
    '<blockquote><p>Said</p><p>twice</p></blockquote>',
    '<pre><code class="language-js">const a = 1\n\n    b &lt; c</code></pre>',
    pictureOf(picture, 'A photo with “quotes” &amp; more [x]'),
    '<table><tbody><tr><th colspan="2"><p>A | b</p></th></tr><tr><td><p>1</p><ul><li><p>x</p></li></ul></td><td><p><strong>2</strong></p></td></tr></tbody></table>',
    '<table><tbody><tr><th><p>A</p></th><th><p>B</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
    '<p class="button-link"><a href="https://example.org/go">Go &amp; see</a></p>',
    '<aside data-tone="tip"><p>A tip</p><ul><li><p>x</p></li></ul></aside>',
    '<figure class="video"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">A talk</a></figure>',
    file && `<p class="file-link"><a href="${file}" data-bytes="12345">A report</a></p>`,
    '<p></p><p>=1+1</p><p>-----</p><p>    spaces</p><p>1. no list</p><p>&amp;nbsp;</p>',
    '<p>مرحبا 日本語 🙂 <code>a*b</code></p>',
  ].join('')

/** Fills a site with one of everything that an export carries. */
export async function fillRichSite(server: TestServer): Promise<{ cookie: string; picture: Picture }> {
  const cookie = await server.signIn()
  const { db, media } = server.instance
  const added = await addMedia(
    db,
    media,
    { bytes: await photo(), alt: 'A “photo”', originalName: 'ünï.jpg' },
    1,
  )
  const tiny = await addMedia(db, media, { bytes: await photo(40, 30), alt: '', originalName: 'b.jpg' }, 1)
  if (added.outcome !== 'added' || tiny.outcome !== 'added') throw new Error('the pictures were refused')
  const picture = added.item
  const file = await withWorkFolder(async (folder) => {
    const bytes = pdf()
    const source = join(folder, 'source')
    await writeFile(source, bytes)
    return addUploadedFile(db, media, { source, bytes: bytes.length, originalName: 'Rêport.pdf' }, 1)
  })
  if (file.outcome !== 'added') throw new Error('the file was refused')
  const save = async (json: object): Promise<Post> => {
    const response = await server.send('/api/blog', { cookie, json })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Post
  }
  const written = { author: 'Ann Author', isPublished: true, publishedAt: '2026-01-02T03:04:05.678Z' }
  const whole = await save({
    ...written,
    title: 'Every “block”: yes, # and *all* - & more',
    content: everyBlock(picture, file.file.url),
    seoTitle: 'For search: engines',
    seoDescription: 'A "description"',
    socialImageUrl: picture.src,
    excerpt: 'key: value\n- "x"',
    tags: ['AI', 'ai', 'a/b', 'yes', '日本'],
    imageUrl: picture.src,
    imageCaption: 'A caption: with colon',
    sourceUrl: 'https://example.org/source',
    sourceName: '- Source',
    transcript: 'What was said\n---\nin the room',
  })
  // The times are equal, so that only the order decides which is first.
  for (let number = 1; number <= 23; number++)
    await save({
      ...written,
      title: `Post ${number}`,
      content: `<p>Text ${number}</p>`,
      tags: ['many', `t${number % 3}`],
    })
  await save({ ...written, title: 'Later', content: '<p>Later</p>', publishedAt: '2999-01-01T00:00:00.000Z' })
  await save({ title: 'A draft: null', content: '<p>Draft &nbsp; text</p>', isPublished: false })
  const lines = await save({
    ...written,
    title: 'In lines',
    content: '<p>One</p>\n<ul>\n<li>Two</li>\n</ul>\n',
  })
  const moved = await save({ ...written, title: 'Old title', content: '<p>Moved</p>' })
  await save({
    id: moved.id,
    version: moved.version,
    title: 'New title',
    content: '<p>Moved</p>',
    slug: 'new-address',
    slugByHand: true,
  })
  const trashed = await save({ ...written, title: 'Trashed secret', content: '<p>Trashed secret</p>' })
  await server.send(`/api/blog/${trashed.id}`, { cookie, method: 'DELETE' })
  const about = await save({
    kind: 'page',
    title: 'About us',
    content: `<p>We. See <a href="/blog/old-title">old</a>, <a href="/?p=1">older</a>, <a href="/contact">contact</a>, <a href="/login">in</a></p>`,
    isPublished: true,
    publishedAt: '2026-01-01T00:00:00.000Z',
  })
  const assisted = await save({ ...written, title: 'Assisted', content: '<p>By a machine</p>' })
  await server.query(
    `insert into ai_actions (id, post_id, action, provider, model, sent_hash, received_hash, applied, fields)
     values ($2, $1, 'generate-post', 'openai', 'm: 1', $3, $3, 'part', '{content,title}')`,
    [assisted.id, randomUUID(), 'a'.repeat(64)],
  )
  const guest = await save({ ...written, title: 'By a guest', content: '<p>Guest</p>', author: 'Gus Guest' })
  await server.query(
    `insert into author_invites (email, name, status, expires_at, post_id, published_at, bio, photo_url, author_slug, room_token)
     values ('gus@example.org', 'Gus Guest', 'published', now(), $1, now(), 'A bio: short', $2, 'gus-guest', 'room-token-hash')`,
    [guest.id, picture.src],
  )
  await fillSite(server, cookie)
  await fillPeople(server)
  await server.query(
    `insert into redirects (from_path, "to", post_id) values ('/?p=1', null, $1), ('/old', '/about-us', null), ('/away', 'https://example.org/x', null)`,
    [whole.id],
  )
  if ([lines, about].some(({ id }) => !id)) throw new Error('a text was not saved')
  return { cookie, picture }
}

async function fillSite(server: TestServer, cookie: string): Promise<void> {
  const content = randomContent(createRandom(7))
  for (const section of sectionIds) {
    if (section === 'look' || section === 'homeLayout') continue
    const clean = cleanSection(sections[section].fields, content[section])
    if (!clean.ok) continue
    await server.send(`/api/site/sections/${section}`, {
      cookie,
      method: 'PUT',
      json: { version: 0, value: clean.value, isPublished: section !== 'waitlist' },
    })
  }
  await server.query(`
    insert into settings (key, value) values ('organisation', '{"name":"Harbor & Co","contactEmail":"hi@example.org","timeZone":"America/New_York"}'),
        ('author_topics', '["One","Two: x"]'), ('secret_thing', '"never-exported"');
    select pg_notify('page_cache', 'site')`)
}

async function fillPeople(server: TestServer): Promise<void> {
  await server.query(`
    insert into training_waitlist (name, email, phone, company, message, status, tags, source, created_at, deleted_at) values
        ('=1+1', 'a@example.org', '+1 555', '''=x', E'@line\\r\\n"two"', 'contacted', '{x,"y z"}', '/waitlist', '2026-02-01', null),
        ('Deleted secret', 'gone@example.org', null, null, null, 'new', '{}', null, '2026-02-01', now());
    insert into plan_answers (entry_id, city, state, zip, group_size, topics, months, weekdays, format, entered_by)
      select id, '=Springfield', 'IL', '62701-1234', 12, '{fundraising,leadership}', '{1,12}', '{2}', 'either', 'Ann Admin'
      from training_waitlist;
    insert into contact_submissions (name, company, email, industry, services, timeline) values
        (' Bea ', '-Co', 'bea@example.org', 'Other, more', '{"AI, training",Apps}', 'Soon');
    insert into person_notes (email, text, written_by) values ('a@example.org', E'=note\\n- two', 'Ann Admin');
    insert into newsletter_subscriptions (email, is_active, consent, asked_at, source, frequency, ended_at, end_reason) values
        ('sub@example.org', true, 'I agree', now(), '/newsletter', 'monthly', null, null),
        ('left@example.org', false, null, null, 'import', 'all', now(), 'unsubscribed')`)
  await server.instance.db.transaction((tx) => noteErased(tx, 'erased@example.org', sql`now()`))
}
