import { expect, test } from 'vitest'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { ghostExport } from '../testing/ghost-export.ts'
import { startUpload } from '../testing/import-site.ts'

const html = `<p>See <a href="__GHOST_URL__/about/">us</a>, <a href="__GHOST_URL__/content/files/plan.docx">the plan</a>,
  and <a href="__GHOST_URL__/content/files/map.pdf">the map</a>.</p>
  <figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/gone.jpg" alt="A desk"></figure>
  <div class="kg-card kg-audio-card"><audio src="__GHOST_URL__/content/media/talk.mp3"></audio><div class="kg-audio-title">Talk</div></div>`

const site = new Blob([[...ghostExport({ posts: [{ id: '1', slug: 'hello', html }] })].join('')])

async function startOwner() {
  const started = await startUpload({ site, name: 'old.ghost.json' })
  const readContent = async () =>
    (await started.server.query<{ content: string }>('select content from blog_posts'))[0]
  return { ...started, readContent }
}

test('the address of the old site completes links to files that are not in a Ghost export', async () => {
  const { server, run, readNotes, readContent } = await startOwner()
  const options = { oldAddress: 'old.example/news' }
  const checked = await run('check', options)
  expect(checked).toMatchObject({ state: 'checked', siteUrl: 'https://old.example/news' })
  const finished = await run('start', options)
  expect(finished).toMatchObject({ options: { oldAddress: 'https://old.example/news' } })
  const old = 'https://old.example/news/content'
  expect(await readContent()).toEqual({
    content: `<p>See <a href="/news/about/">us</a>, <a href="${old}/files/plan.docx">the plan</a>, and <a href="${old}/files/map.pdf">the map</a>.</p><p><a href="${old}/images/gone.jpg">A desk</a></p><p><a href="${old}/media/talk.mp3">Talk</a></p>`,
  })
  const missing = 'In “A post”: Its file is not in the upload. A link to its old address takes its place.'
  const expected = [
    'A post: It links to 2 files on the old site, such as plan.docx. Move what you need before the old site ends.',
    'A post: An audio file became a link, because posts play only videos of YouTube and Vimeo.',
    `${old}/images/gone.jpg: ${missing}`,
    `${old}/files/map.pdf: ${missing}`,
  ]
  for (const phase of ['check', 'import'] as const) expect(await readNotes(phase)).toEqual(expected)
  const moved = await server.send('/news/hello/', { redirect: 'manual' })
  expect(moved.headers.get('location')).toBe(postPaths.post('hello'))
})

test('without that address the links become text, and the notes say so', async () => {
  const { run, readNotes, readContent } = await startOwner()
  expect(await run('check')).toMatchObject({ siteUrl: null })
  await run('start')
  expect(await readContent()).toEqual({
    content: '<p>See <a href="/about/">us</a>, the plan, and the map.</p><p>A desk</p><p>Talk</p>',
  })
  const missing =
    'In “A post”: Its file is not in the upload. Only its text stays, because the address of the old site is unknown. To keep a link, enter the address of the old site before you start the import.'
  const expected = [
    'A post: It has no links to 2 files on the old site, such as plan.docx, because the address of that site is unknown. To keep a link, enter the address of the old site before you start the import.',
    `/content/images/gone.jpg: ${missing}`,
    `/content/files/map.pdf: ${missing}`,
  ]
  for (const phase of ['check', 'import'] as const) expect(await readNotes(phase)).toEqual(expected)
})

test.each(['old site', 'ftp://old.example', 'https://me:secret@old.example', 'https://old.example/?a=1'])(
  'the address “%s” is refused in words',
  async (oldAddress) => {
    const { server, access, id } = await startOwner()
    for (const step of ['check', 'start']) {
      const response = await server.send(`/api/imports/${id}/${step}`, { ...access, json: { oldAddress } })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('such as https://old.example.')
    }
  },
)
