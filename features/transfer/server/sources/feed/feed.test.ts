import { expect, test } from 'vitest'
import { makeFile, open, readAll, readOnlyPost, readSource } from '../../../testing/read-source.ts'

// RSS 2.0 as www.rssboard.org/rss-specification describes it, with the modules `content`, `dc`, and `media`
const rss = (items: string, channel = '') => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
  <title>The old site</title>
  <atom:link href="https://old.example/feed/" rel="self" type="application/rss+xml" />
  <link>https://old.example</link>
  <description>News</description>${channel}
${items}
</channel>
</rss>`

// Atom 1.0 as RFC 4287 describes it
const atom = (entries: string) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:app="http://www.w3.org/2007/app">
  <title>The old site</title>
  <link rel="self" href="https://old.example/atom.xml"/>
  <link href="https://old.example/"/>
  <updated>2026-11-01T09:00:00Z</updated>
  <id>urn:uuid:1</id>
${entries}
</feed>`

const few = { about: 'Feed', detail: expect.stringContaining('It has 1 entry.') }

test('an item of RSS has its text, dates, author, tags, and picture', async () => {
  const source = await open(
    makeFile(
      'feed.xml',
      rss(`<item>
  <title>Fish &amp; Chips</title>
  <link>https://old.example/2024/05/fish.html?x=1</link>
  <guid isPermaLink="false">https://old.example/?p=12</guid>
  <pubDate>Wed, 01 May 2024 14:00:00 +0200</pubDate>
  <dc:creator><![CDATA[Ann Example]]></dc:creator>
  <category><![CDATA[Fish]]></category><category>Food</category>
  <description><![CDATA[A short &amp; sweet summary]]></description>
  <content:encoded><![CDATA[<p>Text</p>]]></content:encoded>
  <enclosure url="https://old.example/talk.mp3" length="1" type="audio/mpeg"/>
  <media:content url="https://old.example/desk.jpg" medium="image"/>
</item>`),
    ),
  )
  expect(source).toMatchObject({ format: 'feed', siteUrl: 'https://old.example' })
  const { posts, problems } = await readAll(source)
  expect(posts).toEqual([
    {
      type: 'post',
      key: 'feed:https://old.example/?p=12',
      kind: 'post',
      title: 'Fish & Chips',
      slug: 'fish',
      content: { html: '<p>Text</p>' },
      excerpt: 'A short & sweet summary',
      tags: ['Fish', 'Food'],
      authors: ['Ann Example'],
      status: 'public',
      publishedAt: '2024-05-01T12:00:00.000Z',
      updatedAt: undefined,
      formerAddresses: ['/2024/05/fish.html?x=1'],
      feedId: 'https://old.example/?p=12',
      picture: { address: 'https://old.example/desk.jpg' },
      seo: {},
      notes: [
        {
          about: 'Fish & Chips',
          detail: 'Files beside its text were left out. Link to them by hand: https://old.example/talk.mp3',
        },
      ],
    },
  ])
  expect(problems).toEqual([few])
})

test('a description is the text if it has paragraphs, and a summary otherwise', async () => {
  const { posts } = await readSource(
    makeFile(
      'feed.rss',
      rss(`<item><title>Whole</title><guid>https://old.example/a/</guid><author>ann@old.example (Ann)</author>
        <description>&lt;p&gt;Text&lt;/p&gt;</description></item>
      <item><title>Short</title><author>ben@old.example</author><description>Only a summary</description></item>
      <item><description>A message without a title</description><pubDate>never</pubDate></item>`),
    ),
  )
  expect(
    posts.map(({ title, content, authors, formerAddresses, notes }) => [
      title,
      content,
      authors,
      formerAddresses,
      notes.length,
    ]),
  ).toEqual([
    ['Whole', { html: '<p>Text</p>' }, ['Ann'], ['/a/'], 0],
    ['Short', { html: 'Only a summary' }, [], [], 1],
    ['A message without a title', { html: 'A message without a title' }, [], [], 1],
  ])
})

test('an entry of Atom has its text in each of the three types', async () => {
  const entry = (title: string, content: string) => `<entry>
  <id>tag:old.example,2024:1</id>${title}
  <link rel="edit" href="https://old.example/edit/1"/>
  <link rel="alternate" href="https://old.example/fish/"/>
  <link rel="enclosure" type="image/png" href="https://old.example/desk.png"/>
  <published>2024-05-01T14:00:00+02:00</published><updated>2024-06-01T08:00:00Z</updated>
  <author><name>Ann</name><email>ann@old.example</email></author><author><name>Ben</name></author>
  <category term="fish" label="Fish"/><category term="food"/>
  <summary>A summary</summary>${content}</entry>`
  const { posts } = await readSource(
    makeFile(
      'atom.xml',
      atom(
        [
          entry(
            '<title type="html">&lt;b&gt;Fish&lt;/b&gt; &amp;amp; Chips</title>',
            '<content type="html">&lt;p&gt;Text&lt;/p&gt;</content>',
          ),
          entry(
            '<title>1 &lt; 2</title>',
            '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One <b>two</b> &lt;three&gt;<br/><img src="/a.png" alt="&quot;A&quot;"/></p></div></content>',
          ),
          entry('<title type="text">Plain</title>', '<content>1 &lt; 2</content>'),
        ].join(''),
      ),
    ),
  )
  expect(posts[0]).toMatchObject({
    key: 'feed:tag:old.example,2024:1',
    title: 'Fish & Chips',
    slug: 'fish',
    content: { html: '<p>Text</p>' },
    excerpt: 'A summary',
    tags: ['Fish', 'food'],
    authors: ['Ann', 'Ben'],
    publishedAt: '2024-05-01T12:00:00.000Z',
    updatedAt: '2024-06-01T08:00:00.000Z',
    formerAddresses: ['/fish/'],
    picture: { address: 'https://old.example/desk.png' },
  })
  expect(posts[1]).toMatchObject({
    title: '1 < 2',
    content: {
      html: '<div xmlns="http://www.w3.org/1999/xhtml"><p>One <b>two</b> &lt;three&gt;<br></br><img src="/a.png" alt="&quot;A&quot;"></img></p></div>',
    },
  })
  expect(posts[2]).toMatchObject({ title: 'Plain', content: { html: '1 &lt; 2' } })
})

test('the backup of Blogger has posts, pages, and drafts among other things', async () => {
  const entry = (id: number, kind: string, more = '') =>
    `<entry><id>${id}</id><title>${kind}</title><content type="html">x</content><category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${kind}"/>${more}</entry>`
  const { posts, problems } = await readSource(
    makeFile(
      'blog.xml',
      atom(
        [
          entry(1, 'post', '<category scheme="http://www.blogger.com/atom/ns#" term="Fish"/>'),
          entry(2, 'page'),
          entry(3, 'post', '<app:control><app:draft>yes</app:draft></app:control>'),
          entry(4, 'comment'),
          entry(5, 'settings'),
        ].join(''),
      ),
    ),
  )
  expect(posts.map(({ kind, status, tags }) => [kind, status, tags])).toEqual([
    ['post', 'public', ['Fish']],
    ['page', 'public', []],
    ['post', 'draft', []],
  ])
  expect(problems[0]?.about).toBe('2 comments and settings')
})

test('RSS 1.0 has its items beside the channel', async () => {
  const post = await readOnlyPost(
    makeFile(
      'index.rdf',
      `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><link>https://old.example/</link></channel><item rdf:about="x"><title>A</title><link>https://old.example/a</link><dc:date>2024-05-01T12:00:00Z</dc:date><description>b</description></item></rdf:RDF>`,
    ),
  )
  expect(post).toMatchObject({ title: 'A', publishedAt: '2024-05-01T12:00:00.000Z', formerAddresses: ['/a'] })
})

test('hostile fields are text', async () => {
  const hostile = '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;'
  const post = await readOnlyPost(
    makeFile(
      'feed.xml',
      rss(`<item><title>${hostile}Title</title><link>javascript:alert(1)</link><dc:creator>${hostile}Ann</dc:creator>
        <category>${hostile}Tag</category><description>${hostile}Summary</description><content:encoded>x</content:encoded></item>`),
    ),
  )
  expect(post).toMatchObject({
    title: 'Title',
    authors: ['Ann'],
    tags: ['Tag'],
    excerpt: 'Summary',
    formerAddresses: [],
  })
})

test('an empty feed is refused in words', async () => {
  await expect(open(makeFile('feed.xml', rss('')))).rejects.toThrow('This feed has no entries.')
})

test('ids that are numbers belong to their feed, and others are the same in every feed', async () => {
  const keyOf = async (guid: string, site: string) => {
    const item = `<item><title>A</title><guid isPermaLink="false">${guid}</guid><description>a</description></item>`
    const text = rss(item).replaceAll('https://old.example', site)
    return (await readOnlyPost(makeFile('feed.xml', text))).key
  }
  expect(await keyOf('12', 'https://one.example')).toBe('feed:one.example:12')
  expect(await keyOf('12', 'https://two.example')).toBe('feed:two.example:12')
  expect(await keyOf('tag:one.example,2024:1', 'https://two.example')).toBe('feed:tag:one.example,2024:1')
})

test('two entries with one id are two posts, and have the same keys in a second run', async () => {
  const item = (title: string) =>
    `<item><title>${title}</title><guid>1</guid><description>a</description></item>`
  const readKeys = async () => {
    const source = await open(makeFile('feed.xml', rss(item('One') + item('Two') + item('Three'))))
    return (await readAll(source)).posts.map(({ key }) => key)
  }
  const keys = await readKeys()
  expect(new Set(keys).size).toBe(3)
  expect(await readKeys()).toEqual(keys)
})

test('Atom 0.3 has its dates, tags, text, and drafts under other names', async () => {
  const entry = (id: number, rest: string) => `<entry>
    <title mode="escaped" type="text/html">Fish &amp;amp; chips ${id}</title>
    <link rel="alternate" type="text/html" href="https://old.example/2005/03/fish-${id}.html"/>
    <id>tag:old.example,2005:${id}</id>
    <author><name>Ann</name></author>
    ${rest}
  </entry>`
  const file = makeFile(
    'atom.xml',
    `<?xml version="1.0" encoding="utf-8"?>
<feed version="0.3" xmlns="http://purl.org/atom/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <title>The old site</title>
  <link rel="alternate" type="text/html" href="https://old.example/"/>
  ${entry(
    1,
    `<issued>2005-03-01T10:00:00+01:00</issued><modified>2005-03-02T09:00:00Z</modified>
     <created>2005-02-01T09:00:00Z</created><dc:subject>Food</dc:subject><dc:subject>Fish</dc:subject>
     <content type="text/html" mode="escaped">&lt;p&gt;A &lt;b&gt;word&lt;/b&gt;&lt;/p&gt;</content>`,
  )}
  ${entry(
    2,
    `<created>2005-02-01T09:00:00Z</created>
     <content type="application/xhtml+xml" mode="xml"><div xmlns="http://www.w3.org/1999/xhtml"><p>An <i>XML</i> text</p></div></content>`,
  )}
  ${entry(
    3,
    `<modified>2005-03-02T09:00:00Z</modified><draft xmlns="http://purl.org/atom-blog/ns#">true</draft>
     <content type="text/plain">1 &lt; 2</content>`,
  )}
</feed>`,
  )
  const { posts } = await readSource(file)
  expect(
    posts.map(({ title, slug, publishedAt, updatedAt, tags, status, content }) => ({
      ...{ title, slug, publishedAt, updatedAt, tags, status, content },
    })),
  ).toEqual([
    {
      title: 'Fish & chips 1',
      slug: 'fish-1',
      publishedAt: '2005-03-01T09:00:00.000Z',
      updatedAt: '2005-03-02T09:00:00.000Z',
      tags: ['Food', 'Fish'],
      status: 'public',
      content: { html: '<p>A <b>word</b></p>' },
    },
    {
      title: 'Fish & chips 2',
      slug: 'fish-2',
      publishedAt: '2005-02-01T09:00:00.000Z',
      updatedAt: undefined,
      tags: [],
      status: 'public',
      content: { html: '<div xmlns="http://www.w3.org/1999/xhtml"><p>An <i>XML</i> text</p></div>' },
    },
    {
      title: 'Fish & chips 3',
      slug: 'fish-3',
      publishedAt: '2005-03-02T09:00:00.000Z',
      updatedAt: '2005-03-02T09:00:00.000Z',
      tags: [],
      status: 'draft',
      content: { html: '1 &lt; 2' },
    },
  ])
})
