import { paths } from '../../core/contract/paths.ts'
import { mediaPaths } from '../../features/media/contract/media-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { expect } from './fixtures.ts'
import { addFile, addImage, testScreenStates } from './screen-states.ts'

// Every state of the admin screens about posts. admin-looks-office.spec.ts has the others.

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** At least one state of each screen */
const always = [
  'a post with everything',
  'pages in every state',
  'a conflict of two versions',
  'the list of posts',
]

testScreenStates(always, {
  async 'a new post'({ page }) {
    await page.goto(paths.admin)
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill('Donaudampfschifffahrt'.repeat(9))
    // In a right-to-left list, too, the markers must be inside the page.
    await page.getByRole('textbox', { name: 'Content' }).pressSequentially('- واحد')
    await expect(page.getByRole('listitem').getByText('واحد')).toBeVisible()
  },
  async 'a new post without its title'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'Save Post' }).click()
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  },
  async 'a post with everything'({ page, post }) {
    await page.goto(postPaths.adminPost(post.id))
    await expect(page.getByRole('textbox', { name: 'Content' }).getByText('return')).toHaveClass(/hljs/)
    await page.getByRole('textbox', { name: 'Title' }).fill(longWord)
  },
  async 'what search and social show of a post, with its own picture'({ page, server, post }) {
    const src = await addImage(server)
    await page.goto(postPaths.adminPost(post.id))
    await page.getByText('Search and social').click()
    await page.getByRole('textbox', { name: 'Search title' }).fill(longWord.repeat(2))
    await page.getByRole('textbox', { name: 'Search description' }).fill('Some words. '.repeat(30))
    await page.getByRole('button', { name: 'Choose a social image' }).click()
    await page.getByRole('region', { name: 'Images in Media' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Use image' }).click()
    await expect(page.getByAltText('Shown where people share the link')).toHaveAttribute('src', src)
  },
  async 'what search and social show of a new page'({ page }) {
    await page.goto(postPaths.adminNewPage)
    await page.getByText('Search and social').click()
    await expect(page.getByText('Your title - Everyday AI')).toBeVisible()
  },
  async 'a post with a file'({ page, server, cookie, post }) {
    const file = await addFile(server, cookie, `${longWord}.pdf`)
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'PDF file' }).click()
    await page.getByRole('button', { name: file.originalName }).click()
    await page.getByRole('button', { name: 'Insert', exact: true }).last().click()
    await page.getByRole('textbox', { name: 'Content' }).getByText(longWord).click()
    await expect(page.getByRole('group', { name: 'File' })).toBeVisible()
  },
  async 'the choice of a file'({ page, server, cookie, post }) {
    await addFile(server, cookie, `${longWord}.pdf`)
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'PDF file' }).click()
    await expect(page.getByRole('region', { name: 'Files in Media' }).getByRole('button')).toBeVisible()
  },
  async 'a file that is refused'({ page, post }) {
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'PDF file' }).click()
    await page
      .getByLabel('PDF file', { exact: true })
      .setInputFiles({ name: `${longWord}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('no') })
    await expect(page.getByText('This isn’t a PDF file.')).toBeVisible()
  },
  async 'no files'({ page }) {
    await page.goto(mediaPaths.adminFiles)
    await expect(page.getByRole('heading', { name: 'No files found' })).toBeVisible()
  },
  async 'files, and the question about deleting one'({ page, server, cookie }) {
    await addFile(server, cookie, `${longWord}.pdf`)
    await page.goto(mediaPaths.adminFiles)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('dialog', { name: 'Delete this file?' })).toBeVisible()
  },
  async 'the link field, with a mistake'({ page, post }) {
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Link URL').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByLabel('Link URL')).toHaveAccessibleDescription(/Enter a web/)
  },
  async 'suggested titles'({ page }) {
    await page.route('**/api/ai/suggestions', (route) =>
      route.fulfill({
        json: { suggestions: ['One', 'A rather long title '.repeat(5)], provider: 'built-in' },
      }),
    )
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'AI Suggest' }).click()
    await expect(page.getByRole('button', { name: 'One', exact: true })).toBeVisible()
  },
  async 'an AI proposal'({ page, post }) {
    await page.route('**/api/ai/generate-post', (route) =>
      route.fulfill({
        json: { title: 'Another', content: '<p>Other words.</p>', excerpt: 'Short', tags: ['x'] },
      }),
    )
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('button', { name: 'Generate AI Content' }).click()
    await expect(page.getByRole('region', { name: 'Text, part 1: After' })).toBeVisible()
  },
  async 'no pages'({ page }) {
    await page.goto(postPaths.adminOwnPages)
    await expect(page.getByRole('heading', { name: 'No pages yet' })).toBeVisible()
  },
  async 'pages in every state'({ page, server, cookie }) {
    for (const json of [
      { title: longWord, isPublished: true },
      { title: 'Speaking' },
      { title: 'من نحن', slug: 'about', isPublished: true, publishedAt: '2099-05-04T09:30:00Z' },
    ])
      await server.send('/api/blog', { cookie, json: { kind: 'page', content: '<p>Words.</p>', ...json } })
    await page.goto(postPaths.adminOwnPages)
    await expect(page.getByRole('article')).toHaveCount(3)
  },
  async 'a page in the trash'({ page, server, cookie }) {
    const json = { kind: 'page', title: longWord, content: '<p>Words.</p>' }
    const { id } = await (await server.send('/api/blog', { cookie, json })).json()
    await server.send(`/api/blog/${id}`, { cookie, method: 'DELETE' })
    await page.goto(`${postPaths.adminOwnPages}?status=trash`)
    await expect(page.getByRole('article')).toHaveCount(1)
  },
  async 'a new page with an address that is taken'({ page }) {
    await page.goto(postPaths.adminNewPage)
    await page.getByRole('textbox', { name: 'Title' }).fill(longWord)
    await page.getByRole('textbox', { name: 'Content' }).fill('Words.')
    await page.getByLabel('Address').fill('blog')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/is taken by the site itself/)
  },
  async 'the version history'({ page, post }) {
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('button', { name: 'Version history' }).click()
    await page.getByRole('list', { name: 'Versions, newest first' }).getByRole('button').first().click()
    await expect(page.getByText('The two versions are identical.')).toBeVisible()
  },
  async 'a conflict of two versions'({ page, post, server, cookie }) {
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('textbox', { name: 'Content' }).fill('Mine.')
    const json = { id: post.id, version: post.version, title: 'Theirs', content: '<p>Theirs.</p>' }
    await server.send('/api/blog', { cookie, json })
    await page.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByRole('region', { name: 'Content: Yours' })).toBeVisible()
  },
  async 'unsaved text to restore'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await expect(page.getByRole('main').getByText('Not saved yet')).toBeVisible()
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  },
  async 'the question before leaving'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await page.getByRole('tab', { name: 'Manage Posts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'signing in again'({ page, server }) {
    await page.goto(paths.adminTab('manage'))
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    const trash = page.getByRole('menuitem', { name: 'Move to trash' })
    await server.query('delete from sessions')
    await trash.click()
    await expect(page.getByLabel('Password')).toBeVisible()
  },
  async 'the list of posts'({ page }) {
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByRole('article').first()).toBeVisible()
  },
  async 'the list of posts without a match'({ page }) {
    await page.goto(`${paths.adminTab('manage')}&q=nothing`)
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
  },
  async 'a toast'({ page }) {
    await page.goto(paths.adminTab('manage'))
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.keyboard.press('F8')
  },
  async 'the AI tools'({ page }) {
    await page.goto(paths.adminTab('ai-tools'))
    await expect(page.getByRole('heading', { name: 'Auto-Generate Content' })).toBeVisible()
  },
  async 'a draft that is ready'({ page, post }) {
    await page.route('**/api/blog/generate-ai-content', (route) =>
      route.fulfill({
        status: 201,
        json: { status: 'completed', jobId: 'one', posts: [{ ...post, title: longWord }] },
      }),
    )
    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await expect(page.getByText(/^Your draft is ready/)).toBeVisible()
  },
  async 'a draft that is being generated'({ page }) {
    await page.route('**/api/blog/generate-ai-content', (route) =>
      route.fulfill({ status: 202, json: { status: 'running', jobId: 'one' } }),
    )
    await page.route('**/api/blog/generate-ai-content/one', (route) =>
      route.fulfill({ json: { status: 'running', jobId: 'one' } }),
    )
    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await expect(page.getByRole('progressbar', { name: 'Writing a draft' })).toBeVisible()
  },
  async 'a text that is being generated'({ page, post }) {
    // The request never ends, so the screen stays in this state.
    await page.route('**/api/ai/generate-post', () => {})
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('button', { name: 'Generate AI Content' }).click()
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  },
  async 'a recorder and a document'({ page }) {
    await page.goto(paths.adminTab('content-input'))
    await expect(page.getByRole('button', { name: 'Start Recording' })).toBeVisible()
  },
  async 'a silent recording'({ page }) {
    await page.goto(paths.adminTab('content-input'))
    await expect(page.getByRole('button', { name: 'Start Recording' })).toBeVisible()
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('recording', 1)
          opening.onsuccess = () => {
            const writing = opening.result.transaction('pieces', 'readwrite')
            writing.objectStore('pieces').add(new Int16Array(16_000))
            writing.oncomplete = resolve
          }
        }),
    )
    await page.reload()
    await expect(page.getByText(/^We can’t hear anything in this recording/)).toBeVisible()
  },
  async 'a transcript, and a review with too much added by AI'({ page }) {
    const text = 'we open at nine on monday and we need twelve volunteers'
    const response = {
      title: 'A title',
      enhanced_content:
        '<h2>Monday</h2><p>We open at nine on Monday. Twelve volunteers are what we need. Thank you all for everything that you do.</p><ul><li>Together we are strong.</li></ul>',
      excerpt: 'In short.',
      tags: ['Monday', 'Volunteers'],
      provider: 'built-in',
    }
    await page.goto(paths.adminTab('content-input'))
    await page.evaluate(
      (stored) => localStorage.setItem('content-input', stored),
      JSON.stringify({
        text: 'Notes.',
        transcript: text,
        enhanced: { source: 'recording', text, answer: response },
      }),
    )
    await page.reload()
    await expect(page.getByText(/^AI added more than your limit/)).toBeVisible()
    await expect(page.getByText('From the built-in helper, no AI service used.')).toBeVisible()
  },
  async 'the transcript of a post'({ page, post, server, cookie }) {
    const { id, version, title, content } = post
    const transcript = 'um so what we said was this '.repeat(40)
    await server.send('/api/blog', { cookie, json: { id, version, title, content, transcript } })
    await page.goto(postPaths.adminPost(id))
    await page.getByText('Transcript', { exact: true }).click()
    await expect(page.getByText(/um so what we said/)).toBeVisible()
  },
  async 'personal details in a request to AI'({ page }) {
    const findings = [
      { kind: 'name', text: 'Wolfeschlegelsteinhausen-Bergerdorff Ann Example' },
      { kind: 'email', text: `${'a'.repeat(60)}@example.org` },
      { kind: 'phone', text: '217-555-0134' },
      ...Array.from({ length: 20 }, (_, index) => ({ kind: 'tax', text: `078-05-11${10 + index}` })),
    ]
    await page.route('**/api/ai/check', (route) => route.fulfill({ json: { findings } }))
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'AI Suggest' }).click()
    await page.getByRole('checkbox', { name: '217-555-0134' }).uncheck()
    await page.setViewportSize({ width: 360, height: 800 })
    const overflowing = await page
      .getByRole('dialog')
      .getByRole('checkbox')
      .evaluateAll((boxes) =>
        boxes
          .map((box) => box.closest('label'))
          .filter((label) => label && label.scrollHeight > label.clientHeight)
          .map((label) => label?.textContent),
      )
    expect(overflowing).toEqual([])
    await expect(page.getByRole('button', { name: 'Hide 22 and send' })).toBeVisible()
  },
  async 'the disclosure that readers will see'({ page, post }) {
    await page.goto(postPaths.adminPost(post.id))
    await page.getByLabel('Content type').selectOption('ai')
    await expect(page.getByText(/readers see: “This post was written by AI/i)).toBeVisible()
    await page.getByRole('switch').check()
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: /^I’ve read it/ })).toBeVisible()
  },
  async 'the dialog that adds an image'({ page, server }) {
    await addImage(server)
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    await expect(page.getByRole('button', { name: 'A green wall' })).toBeVisible()
  },
  async 'a post with a cover image'({ page, post, server, cookie }) {
    const imageUrl = await addImage(server)
    const { id, version, title, content } = post
    await server.send('/api/blog', { cookie, json: { id, version, title, content, imageUrl } })
    await page.goto(postPaths.adminPost(id))
    await expect(page.getByLabel('Caption')).toBeVisible()
  },
})
