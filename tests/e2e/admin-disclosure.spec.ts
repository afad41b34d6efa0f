import { paths } from '../../contracts/paths.ts'
import { detailLabels } from '../../contracts/privacy-guard.ts'
import { emptyTables, expect, test } from './ai-fixtures.ts'
import { signIn } from './sign-in.ts'

test.beforeEach(async ({ context, server, ai }) => {
  await emptyTables(server)
  await signIn(context, server)
  ai.next = []
  ai.always = 'none'
  ai.reply = undefined
  ai.received.length = 0
})

const letter = 'Ann Example (ann@example.org, 217-555-0134) wrote to us about her card. '.repeat(3)

test('personal details are shown before a text is sent, and can be included one by one', async ({
  page,
  server,
  ai,
}) => {
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

test('an editor confirms the AI disclosure before publishing, and readers see it', async ({
  page,
  server,
}) => {
  await page.goto(paths.admin)
  await page.getByRole('button', { name: 'Generate AI Content' }).click()
  await expect(page.getByText(/^Filled in/)).toBeVisible()
  await expect(
    page.getByText('Once it is published, readers see: “This post was written by AI.'),
  ).toBeVisible()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'What readers will see' })
  await expect(dialog).toContainText('This post was written by AI.')
  await page.getByRole('button', { name: 'Not yet' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await server.query('select 1 from blog_posts where is_published')).toEqual([])

  // When a person adds text, the disclosure changes to "with the help of AI" and has to be confirmed again.
  await page.getByRole('textbox', { name: 'Content' }).press('Control+End')
  await page.keyboard.type(' And I say so, too.')
  await page.keyboard.press('Control+s')
  const told =
    'This post was written with the help of AI. AI helped with the title, the text, the short summary, and the tags. Someone on our team reviewed it before it was published.'
  await expect(dialog).toContainText(told)
  await page.getByRole('button', { name: 'I’ve read it. Publish' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
  await expect(page.getByText(`Readers see: “${told}”`)).toBeVisible()

  // A save that does not change the disclosure needs no confirmation.
  await page.getByRole('textbox', { name: 'Content' }).press('Control+End')
  await page.keyboard.type(' More.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const [post] = await server.query<{ slug: string; by: string }>(
    'select slug, disclosure_reviewed_by as by from blog_posts where is_published',
  )
  expect(post?.by).toBe('Ann Admin')
  await page.goto(paths.post(post?.slug ?? ''))
  await expect(page.getByText(told)).toBeVisible()
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
  await page.goto(paths.post('my-own'))
  await expect(page.getByText('This post was written by a person.')).toBeVisible()
  expect(await server.query('select applied, fields from ai_actions')).toEqual([
    { applied: 'none', fields: [] },
  ])
})

test('an imported post says nothing about its author, until an editor chooses the content type', async ({
  page,
  server,
}) => {
  const json = { title: 'From another site', content: '<p>Old words.</p>', isPublished: true }
  const created = await server.send(paths.api.blog, { cookie: await server.signIn(), json })
  const { id } = await created.json()
  await server.query('update blog_posts set author_stated = false')
  const readers = await page.context().newPage()
  const line = readers.getByText(/^This post was written/)
  async function saveAs(type: string) {
    await page.goto(paths.adminPost(id))
    await expect(page.getByLabel('Content type')).toHaveValue('')
    await page.getByLabel('Content type').selectOption(type)
    const title = `From another site, ${type}`
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.keyboard.press('Control+s')
    await expect.poll(() => server.query('select title from blog_posts')).toEqual([{ title }])
    await readers.goto(paths.post('from-another-site'))
  }
  await saveAs('Not stated')
  await expect(readers.getByRole('heading', { level: 1 })).toHaveText('From another site, Not stated')
  await expect(line).toHaveCount(0)
  await saveAs('Human Written')
  await expect(line).toHaveText('This post was written by a person.')
  await page.reload()
  await expect(page.getByLabel('Content type')).toHaveText('Human WrittenAI Generated')
})
