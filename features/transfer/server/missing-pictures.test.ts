import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { importInto } from '../testing/import-into.ts'
import { makeGhostExport } from '../testing/make-ghost-export.ts'
import { makeWordpressExport } from '../testing/make-wordpress-export.ts'

test('the link for a missing image does not touch the words beside it', async () => {
  const server = await startTestServer()
  const image = (name: string) => `<img class="alignleft" src="https://old.example/${name}" alt="">`
  const contents = [
    `${image('logo.jpg')}Microsoft was late.`,
    `Words${image('a.jpg')}<b>bold</b> and${image('b.jpg')}${image('c.jpg')}, end`,
    `<b>Bold</b>${image('d.jpg')}`,
    `<a href="https://other.example/">${image('e.jpg')}</a>More words ${image('f.jpg')} fit.`,
  ]
  await importInto(
    server,
    await makeWordpressExport(contents.map((content, index) => ({ id: index + 1, content }))),
  )
  const rows = await server.query<{ content: string }>('select content from blog_posts order by id')
  const link = (name: string) => `<a href="https://old.example/${name}">${name}</a>`
  expect(rows.map(({ content }) => content)).toEqual([
    `<p>${link('logo.jpg')} Microsoft was late.</p>`,
    `<p>Words ${link('a.jpg')} <strong>bold</strong> and ${link('b.jpg')} ${link('c.jpg')}, end</p>`,
    `<p><strong>Bold</strong> ${link('d.jpg')}</p>`,
    `<p>${link('e.jpg')} More words ${link('f.jpg')} fit.</p>`,
  ])
})

test('an image above a text that is on another site is named with its address and what to do', async () => {
  const server = await startTestServer()
  const address = 'https://images.unsplash.com/photo-1?w=2000'
  const { notes } = await importInto(
    server,
    makeGhostExport({
      posts: [
        { id: '1', title: 'Elsewhere', feature_image: address },
        { id: '2', title: 'Missing', feature_image: '__GHOST_URL__/content/images/gone.jpg' },
      ],
    }),
  )
  expect(notes).toMatchObject([
    {
      about: address,
      detail:
        'Picture above “Elsewhere”: It is on images.unsplash.com, and imports fetch nothing. Download it there, and add it to the post.',
    },
    {
      about: '/content/images/gone.jpg',
      detail: 'Picture above “Missing”: Its file is not in the upload.',
    },
  ])
})
