import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { importInto } from '../testing/import-into.ts'
import { makeGhostExport } from '../testing/make-ghost-export.ts'
import { wordpressText } from '../testing/make-wordpress-export.ts'
import { makeZip } from '../testing/read-source.ts'
import type { WordpressItem } from '../testing/wordpress-export.ts'

const importSite = async (file: string) => {
  const server = await startTestServer()
  const { notes } = await importInto(server, file)
  const posts = await server.query<{ slug: string; is_published: boolean; date: string; content: string }>(
    'select slug, is_published, published_at::date::text as date, content from blog_posts order by id',
  )
  return {
    statusesOf: async (...slugs: string[]) =>
      Promise.all(slugs.map(async (slug) => (await server.send(postPaths.post(slug))).status)),
    posts: posts.map(({ slug, is_published, date }) => [slug, is_published ? 'public' : 'draft', date]),
    contents: Object.fromEntries(posts.map(({ slug, content }) => [slug, content])),
    notes: notes.map(({ about, detail }) => `${about}: ${detail}`),
  }
}

const longSlug = 'what-a-team-of-three-people-learned-in-ten-years-of-building-very-small-robots-for-gardens'
const cutSlug = 'what-a-team-of-three-people-learned-in-ten-years-of-building-very-small-robots'
const uploads = 'https://old.example/wp-content/uploads/2024/05'

const isoTime = '2022-03-04T19:29:03'

const firstPart: WordpressItem[] = [
  {
    id: 1,
    slug: 'code',
    content:
      'Look:\n[csharp]\nif (a < b)\n    Print("<b>[x]</b>");\n[/csharp]\n[cc lang="php"]echo $a && $b;[/cc]\nDone.',
  },
  {
    id: 2,
    slug: 'missing-image',
    content: `<img class="alignleft" src="${uploads}/logo.jpg" alt="">Words beside it.`,
    meta: { _thumbnail_id: '20' },
  },
  { id: 3, slug: 'not-yet', status: 'draft', content: 'Not yet.' },
  { id: 4, slug: 'for-us', title: 'For us', status: 'private', content: 'For us.' },
  { id: 5, slug: 'later', status: 'future', date: '2030-01-01 00:00:00', content: 'Later.' },
]

const secondPart: WordpressItem[] = [
  { id: 6, slug: longSlug, title: 'Robots', content: 'Long.' },
  { id: 7, slug: 'gr%c3%bc%c3%9fe-aus-k%c3%b6ln', title: 'Grüße aus Köln', content: 'Grüße.' },
  {
    id: 8,
    slug: 'footnotes',
    content:
      '<!-- wp:paragraph --><p>Said<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup>.</p><!-- /wp:paragraph -->\n<!-- wp:footnotes /-->',
    meta: { footnotes: '[{"content":"By <em>Ann</em>.","id":"f1"}]' },
  },
  { id: 9, slug: 'iso', date: isoTime, dateGmt: isoTime, pubDate: '', content: 'Old.' },
  { id: 20, type: 'attachment', status: 'inherit', attachmentUrl: `${uploads}/header.jpg` },
]

test('a small site of WordPress in two parts keeps its drafts, dates, addresses, and code', async () => {
  const file = await makeZip({
    'site.2.xml': await wordpressText(secondPart),
    'site.1.xml': await wordpressText(firstPart),
  })
  const { statusesOf, posts, contents, notes } = await importSite(file)
  expect(posts).toEqual([
    ['code', 'public', '2024-05-01'],
    ['missing-image', 'public', '2024-05-01'],
    ['not-yet', 'draft', expect.any(String)],
    ['for-us', 'draft', '2024-05-01'],
    ['later', 'public', '2030-01-01'],
    [cutSlug, 'public', '2024-05-01'],
    ['grusse-aus-koln', 'public', '2024-05-01'],
    ['footnotes', 'public', '2024-05-01'],
    ['iso', 'public', '2022-03-04'],
  ])
  expect(contents).toMatchObject({
    code: '<p>Look:</p><pre><code class="language-csharp">if (a &lt; b)\n    Print("&lt;b&gt;[x]&lt;/b&gt;");</code></pre><pre><code class="language-php">echo $a &amp;&amp; $b;</code></pre><p>Done.</p>',
    'missing-image': `<p><a href="${uploads}/logo.jpg">logo.jpg</a> Words beside it.</p>`,
    footnotes:
      '<p>Said<a href="#footnote-1">[1]</a>.</p><ol><li><p><a href="#footnote-ref-1">↑</a> By <em>Ann</em>.</p></li></ol>',
  })
  expect(notes).toEqual([
    `${uploads}/logo.jpg: In “Post 2”: Its file is not in the upload. A link to its old address takes its place.`,
    `${uploads}/header.jpg: Picture above “Post 2”: Its file is not in the upload.`,
    'For us: It was private in WordPress, so it becomes a draft.',
    `Robots: Its address had more than 80 characters, so it was cut to /blog/${cutSlug}.`,
    expect.stringContaining('1 file in the media library: '),
  ])
  expect(await statusesOf('code', 'not-yet', 'for-us', 'later')).toEqual([200, 404, 404, 404])
})

const audioCard =
  '<div class="kg-card kg-audio-card"><img src="__GHOST_URL__/content/media/cover.jpg" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-thumbnail placeholder"><svg width="24" height="24"><path d="M7.5 15"/></svg></div><div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/2024/05/talk.mp3" preload="metadata"></audio><div class="kg-audio-title">The talk</div><div class="kg-audio-player"><button class="kg-audio-play-icon" aria-label="Play audio"><svg viewBox="0 0 24 24"><path d="M23"/></svg></button><span class="kg-audio-current-time">0:00</span><div class="kg-audio-time">/<span class="kg-audio-duration">95.2</span></div><input type="range" class="kg-audio-seek-slider" max="100" value="0"><button class="kg-audio-playback-rate" aria-label="Adjust playback speed">1&#215;</button></div></div></div>'

test('a small site of Ghost keeps its drafts, quotes, players, menu, and addresses', async () => {
  const { statusesOf, posts, contents, notes } = await importSite(
    makeGhostExport({
      posts: [
        {
          id: '1',
          slug: 'aside',
          html: '<p>Before</p><blockquote class="kg-blockquote-alt">Aside</blockquote>',
        },
        {
          id: '2',
          slug: 'no-html',
          title: 'No HTML',
          html: null,
          mobiledoc:
            '{"version":"0.3.1","atoms":[],"cards":[],"markups":[],"sections":[[1,"p",[[0,[],0,"Unread"]]]]}',
        },
        {
          id: '3',
          slug: 'header',
          title: 'Header',
          feature_image: 'https://images.unsplash.com/photo-1?w=2000',
        },
        { id: '4', slug: 'audio', title: 'Audio', html: `<p>Listen:</p>${audioCard}<p>Thanks.</p>` },
        {
          id: '5',
          slug: 'frame',
          html: '<figure class="kg-card kg-embed-card"><iframe src="https://bandcamp.com/EmbeddedPlayer/album=1/bgcol=ffffff/" title="Album by Artist"></iframe></figure>',
        },
        { id: '6', slug: 'not-yet', status: 'draft', published_at: null },
        { id: '7', slug: 'members', title: 'Members', visibility: 'members' },
        { id: '8', slug: 'later', status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' },
        { id: '9', slug: 'always-there', title: '🎵 Always there' },
      ],
      settings: [
        {
          key: 'navigation',
          value: '[{"label":"Home","url":"/"},{"label":"Always","url":"/always-there/"}]',
        },
      ],
    }),
  )
  expect(posts).toEqual([
    ['aside', 'public', '2024-05-01'],
    ['no-html', 'draft', '2024-05-01'],
    ['header', 'public', '2024-05-01'],
    ['audio', 'public', '2024-05-01'],
    ['frame', 'public', '2024-05-01'],
    ['not-yet', 'draft', expect.any(String)],
    ['members', 'draft', '2024-05-01'],
    ['later', 'public', '2030-01-01'],
    ['always-there', 'public', '2024-05-01'],
  ])
  expect(contents).toMatchObject({
    aside: '<p>Before</p><blockquote><p>Aside</p></blockquote>',
    'no-html': '<p>No HTML</p>',
    audio: '<p>Listen:</p><p>The talk</p><p>Thanks.</p>',
    frame: '<p><a href="https://bandcamp.com/EmbeddedPlayer/album=1/bgcol=ffffff/">Album by Artist</a></p>',
  })
  expect(notes).toEqual([
    expect.stringContaining('No HTML: The export has no HTML of it, so it becomes a draft'),
    'No HTML: It had no text, so its title is its text.',
    expect.stringContaining('Picture above “Header”: It is on images.unsplash.com'),
    expect.stringContaining('Audio: It has no links to a file on the old site: talk.mp3'),
    expect.stringContaining('A post: Embedded content of bandcamp.com became a link'),
    'Members: Only members could read it, so it becomes a draft.',
    expect.stringContaining('Primary: This menu is a draft now.'),
  ])
  expect(await statusesOf('audio', 'not-yet', 'members', 'later')).toEqual([200, 404, 404, 404])
})
