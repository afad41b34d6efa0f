import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { detailLabels } from '../../assistant/contract/privacy-guard.ts'
import { expect, test } from '../../assistant/testing/light-ai.ts'
import { postPaths } from '../contract/post-paths.ts'

test.beforeEach(async ({ context, server, ai }) => {
  await signIn(context, server)
  ai.next = []
  ai.always = 'none'
  ai.reply = undefined
  ai.received.length = 0
})

const letter = 'Ann Example (ann@example.org, 217-555-0134) wrote to us about her card. '.repeat(3)

test('a text without personal details is sent without a question', async ({ page, ai }) => {
  await page.goto(paths.admin)
  await page.getByRole('button', { name: 'AI Suggest' }).click()
  await expect(page.getByRole('button', { name: 'First title of a fake' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(ai.received).toHaveLength(1)
})

test('publishing from the list also asks for confirmation', async ({ page, server }) => {
  const json = { title: 'From the list', content: '<p>By a machine.</p>', authorType: 'ai' }
  await server.send('/api/blog', { cookie: await server.signIn(), json })
  await page.goto(paths.adminTab('manage'))
  const more = page.getByRole('button', { name: 'More for From the list' })
  const publish = page.getByRole('menuitem', { name: 'Publish', exact: true })
  await more.click()
  await publish.click()
  const dialog = page.getByRole('dialog', { name: 'What readers will see' })
  await expect(dialog).toContainText('This post was written by AI.')
  await page.getByRole('button', { name: 'Not yet' }).click()
  await expect(more).toBeFocused()
  expect(await server.query('select 1 from blog_posts where is_published')).toEqual([])
  await more.click()
  await publish.click()
  await page.getByRole('button', { name: 'I’ve read it. Publish' }).click()
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toBeVisible()
})

test('personal details are shown before sending, and can be included', async ({ page, server, ai }) => {
  await server.query(`insert into training_waitlist (name, email) values ('Ann Example', 'ann@example.org')`)
  ai.reply = JSON.stringify({ excerpt: '[PERSON-1] wrote from ann@example.org.' })
  await page.goto(paths.admin)
  await page.getByRole('textbox', { name: 'Title' }).fill('A letter')
  await page.getByRole('textbox', { name: 'Content' }).fill(letter)
  const button = page.getByRole('button', { name: 'AI Generate', exact: true })
  await button.click()

  const dialog = page.getByRole('dialog', { name: 'Before we send this to the AI service' })
  await expect(dialog).toContainText('We found 3 personal details.')
  for (const label of [detailLabels.name, detailLabels.email, detailLabels.phone])
    await expect(dialog.getByText(label)).toBeVisible()
  expect(ai.received).toEqual([])
  await dialog.getByRole('button', { name: 'Don’t send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  expect(ai.received).toEqual([])

  await button.click()
  await dialog.getByRole('checkbox', { name: 'ann@example.org' }).uncheck()
  await page.getByRole('button', { name: 'Hide 2 and send' }).click()
  await expect(page.getByLabel('Excerpt')).toHaveValue('Ann Example wrote from ann@example.org.')
  expect(ai.received).toHaveLength(1)
  expect(ai.received[0]).toContain('[PERSON-1] (ann@example.org, [PHONE-2])')
  expect(ai.received[0]).not.toMatch(/Ann Example|217-555-0134/)
})

test('the disclosure leaves out undone AI text, also after saving', async ({ page, server }) => {
  await page.goto(paths.admin)
  await page.getByRole('textbox', { name: 'Title' }).fill('My own')
  await page.getByRole('textbox', { name: 'Content' }).fill(`${'Words of mine. '.repeat(10)}`)
  await page.getByRole('button', { name: 'AI Generate', exact: true }).click()
  await expect(page.getByText('Filled in: excerpt.')).toBeVisible()
  await expect
    .poll(() => server.query('select applied, fields from ai_actions where post_id is not null'))
    .toEqual([{ applied: 'all', fields: ['excerpt'] }])
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save Post' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
  await page.goto(postPaths.post('my-own'))
  await expect(page.getByText('This post was written by a person.')).toBeVisible()
  expect(await server.query('select applied, fields from ai_actions')).toEqual([
    { applied: 'none', fields: [] },
  ])
})

test('an import says nothing about its author until an editor chooses', async ({ page, server }) => {
  const json = { title: 'From another site', content: '<p>Old words.</p>', isPublished: true }
  const created = await server.send('/api/blog', { cookie: await server.signIn(), json })
  const { id } = await created.json()
  await server.query('update blog_posts set author_stated = false')
  const readers = await page.context().newPage()
  const line = readers.getByText(/^This post was written/)
  async function saveAs(type: string) {
    await page.goto(postPaths.adminPost(id))
    await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('Old words.')
    await expect(page.getByLabel('Content type')).toHaveValue('')
    await page.getByLabel('Content type').selectOption(type)
    const title = `From another site, ${type}`
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.keyboard.press('Control+s')
    await expect.poll(() => server.query('select title from blog_posts')).toEqual([{ title }])
    // Cached pages are purged a moment later.
    const open = async () => {
      await readers.goto(postPaths.post('from-another-site'))
      return readers.getByRole('heading', { level: 1 }).textContent()
    }
    await expect.poll(open).toBe(title)
  }
  await saveAs('Not stated')
  await expect(line).toHaveCount(0)
  await saveAs('Human Written')
  await expect(line).toHaveText('This post was written by a person.')
  await page.reload()
  await expect(page.getByLabel('Content type')).toHaveText('Human WrittenAI Generated')
})
