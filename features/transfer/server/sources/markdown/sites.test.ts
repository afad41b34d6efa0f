import { expect, test } from 'vitest'
import { convertHere } from '../../../testing/convert-html.ts'
import { makeTree, readSource } from '../../../testing/read-source.ts'

/** Reads a site, and converts its texts as an import does. */
async function readSite(files: Record<string, string>) {
  const { posts, problems } = await readSource(makeTree(files))
  return {
    problems: problems.map(({ about, detail }) => `${about}: ${detail}`),
    posts: posts.map(({ content, path, notes, ...post }) => {
      const converted = convertHere(content, { format: 'markdown', path, title: post.title })
      return {
        ...post,
        path,
        html: converted.html,
        notes: [...notes, ...converted.notes].map(({ detail }) => detail),
      }
    }),
  }
}

const inWords = (posts: Awaited<ReturnType<typeof readSite>>['posts']) =>
  posts.map(
    ({ title, kind, status, publishedAt, slug, tags, html }) =>
      [title, kind, status, publishedAt?.slice(0, 16), slug, tags.join('+'), html] as const,
  )

test('a site of Eleventy', async () => {
  const { posts, problems } = await readSite({
    'eleventy.config.js': '',
    'README.md': '# eleventy-base-blog',
    'public/robots.txt': 'User-agent: *\n',
    'content/404.md': '---\npermalink: 404.html\n---\n# Content not found.\n',
    'content/blog/fifthpost.md':
      '---js\nconst title = "This is a fifth post";\nconst date = "2023-01-23";\nconst draft = true;\n---\nWords of the fifth.\n',
    'content/about.md': '---json\n{"title": "About", "layout": "page", "draft": true}\n---\nI am a person.\n',
    'content/blog/first.md':
      '---\ntitle: First\ndate: 2018-05-01\ntags: [one, posts]\n---\nWords.\n\n```js\nconst a = "{{ title }}"\n```\n\n    {% indented %}\n\nInline `{{ code }}` stays.{# A note #}\n',
    'content/hidden.md': '---\ntitle: Hidden\npermalink: false\n---\nNo page.\n',
    'content/tags.md':
      '---\nlayout: layouts/base.njk\n---\n{%- for post in collections.posts -%}\n- [{{ post.data.title }}]({{ post.url }})\n{%- endfor %}\n',
  })
  expect(inWords(posts)).toEqual([
    ['About', 'page', 'draft', undefined, 'about', '', '<p>I am a person.</p>'],
    ['Fifthpost', 'post', 'draft', undefined, 'fifthpost', '', '<p>Words of the fifth.</p>'],
    [
      ...['First', 'post', 'public', '2018-05-01T00:00', 'first', 'one+posts'],
      '<p>Words.</p><pre><code class="language-js">const a = "{{ title }}"</code></pre><pre><code>{% indented %}</code></pre><p>Inline <code>{{ code }}</code> stays.</p>',
    ],
    ['Hidden', 'page', 'draft', undefined, 'hidden', '', '<p>No page.</p>'],
  ])
  expect(posts[2]?.formerAddresses).toContain('/blog/first/')
  expect(posts[1]?.notes).toEqual(['Its front matter can’t be read, so it becomes a draft. Check it.'])
  expect(problems).toEqual([
    'README.md, content/404.md, public/robots.txt: Files that are no posts were left out, such as notes about a project.',
    'content/tags.md: Pages without a text of their own were left out, such as lists of posts.',
  ])
})

test('a site of Hugo', async () => {
  const { posts, problems } = await readSite({
    'hugo.toml': "baseURL = 'https://old.example/'\n",
    'layouts/robots.txt': 'User-agent: *\n{{ range .Pages }}\nDisallow: {{ .RelPermalink }}\n{{ end }}\n',
    'content/posts/json.md':
      '{\n  "title": "A {brace}",\n  "date": "2020-02-03T04:05:06Z",\n  "draft": true,\n  "tags": ["a", "b"],\n  "params": {"x": "}"}\n}\n\nWords of JSON.\n',
    'content/posts/broken.md': '{\n  "title": "Broken",\n  draft: true\n}\nWords.\n',
    'content/posts/brace.md':
      '---\ntitle: Brace\ndate: 2020-02-04\nslug: other-name\n---\n{not json} {{< unknown >}}\n\n## Part {#part-id}\n',
    'content/search.md': '---\ntitle: Search\nlayout: search\n---\n',
  })
  expect(inWords(posts)).toEqual([
    ['Brace', 'post', 'public', '2020-02-04T00:00', 'other-name', '', '<p>{not json}</p><h2>Part</h2>'],
    ['Broken', 'post', 'draft', undefined, 'broken', '', expect.stringContaining('Words.')],
    ['A {brace}', 'post', 'draft', '2020-02-03T04:05', 'json', 'a+b', '<p>Words of JSON.</p>'],
  ])
  expect(posts[0]?.formerAddresses).toEqual(expect.arrayContaining(['/posts/brace/', '/posts/other-name/']))
  expect(problems).toEqual([
    '1 field of front matter: The values were left out, because posts have no such fields here: params.',
    'layouts/robots.txt: Files that are no posts were left out, such as notes about a project.',
    'content/search.md: Pages without a text of their own were left out, such as lists of posts.',
  ])
})

test('a site of Pelican', async () => {
  const { posts, problems } = await readSite({
    'pelicanconf.py': "SITENAME = 'Old'\n",
    'content/first.md':
      'Title: My super title\nDate: 2010-12-03 10:20\nModified: 2010-12-05 19:30\nCategory: Python\nTags: pelican, publishing\nSlug: my-super-post\nAuthors: Alexis Metaireau, Conan Doyle\nSummary: Short version\n    for index and feeds\n\nThis is the [other]({filename}/second.md) with ![Alt]({static}/images/han.png).\n',
    'content/second.md': 'Title: Second\nStatus: draft\n\nNot yet.\n',
    'content/third.md': 'Title: Third\nStatus: hidden\n\nHidden.\n',
    'content/words.md': 'Note: this is a sentence.\n\nWords.\n',
    'content/images/han.png': 'x',
    'content/extra/robots.txt': 'User-agent: *\nDisallow: /pages/\n',
    'content/extra/humans.txt': '/* TEAM */\nChef: Ann\n',
  })
  expect(inWords(posts)).toEqual([
    [
      ...['My super title', 'post', 'public', '2010-12-03T10:20', 'my-super-post'],
      'pelican+publishing+Python',
      '<p>This is the <a href="/second.md">other</a> with <img src="import:0" alt="Alt">.</p>',
    ],
    ['Second', 'page', 'draft', undefined, 'second', '', '<p>Not yet.</p>'],
    ['Third', 'page', 'draft', undefined, 'third', '', '<p>Hidden.</p>'],
    ['Words', 'page', 'public', undefined, 'words', '', '<p>Note: this is a sentence.</p><p>Words.</p>'],
  ])
  expect(posts[0]).toMatchObject({
    authors: ['Alexis Metaireau', 'Conan Doyle'],
    excerpt: 'Short version for index and feeds',
    formerAddresses: expect.arrayContaining(['/my-super-post.html']),
  })
  expect(posts[1]?.formerAddresses).toContain('/second.md')
  expect(problems).toEqual([
    'content/extra/humans.txt, content/extra/robots.txt: Files that are no posts were left out, such as notes about a project.',
  ])
})

test('a site of Nikola', async () => {
  const front = (lines: string) => `<!--\n.. title: ${lines}\n-->\n\n`
  const { posts } = await readSite({
    'conf.py': '',
    'posts/first.md': `${front('First\n.. slug: first-post\n.. date: 2012-03-30 23:00:00 UTC-03:00\n.. tags: a, b\n.. category: News\n.. link: \n.. description: In short')}Words.\n`,
    'posts/second.md': `${front('Second\n.. status: draft')}Words.\n`,
    'posts/third.md': `${front('Third\n.. tags: draft')}Words.\n`,
    'pages/about.md': `${front('About')}Us.\n`,
    'posts/comment.md': '<!-- A comment -->\n\nWords.\n',
  })
  expect(inWords(posts)).toEqual([
    ['About', 'page', 'public', undefined, 'about', '', '<p>Us.</p>'],
    ['Comment', 'post', 'public', undefined, 'comment', '', '<p>Words.</p>'],
    ['First', 'post', 'public', '2012-03-31T02:00', 'first-post', 'a+b+News', '<p>Words.</p>'],
    ['Second', 'post', 'draft', undefined, 'second', '', '<p>Words.</p>'],
    ['Third', 'post', 'draft', undefined, 'third', 'draft', '<p>Words.</p>'],
  ])
  expect(posts[2]?.formerAddresses).toContain('/posts/first-post/')
})

test('a site of Astro', async () => {
  const { posts, problems } = await readSite({
    'astro.config.mjs': '',
    'public/humans.txt': 'Ann',
    'docs/deploy.md': '# How to deploy\n\nRun it.\n',
    'src/content/blog/one.mdx': `---
title: One
pubDate: 'Jul 08 2022 UTC'
heroImage: ./hero.jpg
---
import { Aside, Tabs } from '@astrojs/starlight/components';
import desk from './desk.png'

export const size = {

  width: 1,
}

{/* A comment */}
<Badge slot="preview" text="Custom"
  variant={x > 1 ? 'a' : "b"} /> Words in \`<Code>{x}</Code>\` stay{' '}as \\{they\\} are.

<Tabs>
  <TabItem label="A">
    Text in a tab.

    \`\`\`js
    import x from "y"
      <Aside>
    \`\`\`
  </TabItem>
</Tabs>

<Aside>Children **stay**. {frontmatter.title}</Aside>

import the goods by ship.
`,
    'src/content/blog/two.md':
      '---\ntitle: Two\ndraft: true\n---\nimport x from "y"\n\n<Aside>Words.</Aside>\n',
  })
  expect(inWords(posts)).toEqual([
    [
      ...['One', 'post', 'public', '2022-07-08T00:00', 'one', ''],
      '<p>Words in <code>&lt;Code&gt;{x}&lt;/Code&gt;</code> stay as {they} are.</p><p>Text in a tab.</p><pre><code class="language-js">import x from "y"\n  &lt;Aside&gt;</code></pre><p>Children <strong>stay</strong>.</p>',
    ],
    ['Two', 'post', 'draft', undefined, 'two', '', '<p>import x from "y"</p><p>Words.</p>'],
  ])
  expect(posts[0]?.notes).toEqual([
    'These components and expressions of MDX were left out, and the text in them stays: Badge, Tabs, TabItem, Aside, {frontmatter.title}.',
  ])
  expect(posts[0]?.formerAddresses).toContain('/blog/one/')
  expect(problems).toEqual([
    'docs/deploy.md, public/humans.txt: Files that are no posts were left out, such as notes about a project.',
  ])
})

test('a site of Jekyll', async () => {
  const { posts, problems } = await readSite({
    '_config.yml': 'url: "https://old.example"\n',
    'robots.txt': 'User-agent: *\n',
    'sitemap.txt': '---\n---\n{% for page in site.pages %}{{ page.url }}\n{% endfor %}',
    'archive.md':
      '---\nlayout: page\ntitle: Archive\n---\nAll posts:\n\n{%- assign all = site.posts -%}\n{% for post in all %}\n{%- if post.x -%}- {{- post.title -}}{% endif %}\n{% endfor %}\n',
    '_posts/2024-05-01-liquid.md':
      '---\ntitle: Liquid\n---\n* TOC\n{:toc}\n\nHello {{ page.author | default: "you" }}, see [this]({{ "/about/" | relative_url }}){:target="_blank"}.\n\n{% include\n  box.html text="a" %}\n\n{% raw %}{{ kept }}{% endraw %} and `{{ code }}`.\n\n```liquid\n{% raw %}\n{{ fenced }}\n{% endraw %}\n```\n',
    '_drafts/idea.md': '---\ntitle: Idea\n---\nWords.\n',
    '_posts/2024-05-02-hidden.md': '---\ntitle: Hidden\npublished: false\n---\nWords.\n',
  })
  expect(inWords(posts)).toEqual([
    ['Idea', 'post', 'draft', undefined, 'idea', '', '<p>Words.</p>'],
    [
      ...['Liquid', 'post', 'public', '2024-05-01T00:00', 'liquid', ''],
      '<p>Hello , see <a href="/about/">this</a>.</p><p>{{ kept }} and <code>{{ code }}</code>.</p><pre><code class="language-liquid">{{ fenced }}</code></pre>',
    ],
    ['Hidden', 'post', 'draft', '2024-05-02T00:00', 'hidden', '', '<p>Words.</p>'],
    ['Archive', 'page', 'public', undefined, 'archive', '', '<p>All posts:</p>'],
  ])
  expect(posts[1]?.formerAddresses).toContain('/2024/05/01/liquid.html')
  expect(posts[1]?.notes).toEqual([
    'These template tags were removed: {% include %}, {{ page.author | default: "you" }}.',
  ])
  expect(problems).toEqual([
    'robots.txt: Files that are no posts were left out, such as notes about a project.',
    'sitemap.txt: Pages without a text of their own were left out, such as lists of posts.',
  ])
})
