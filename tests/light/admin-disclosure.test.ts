import { paths } from '../../contracts/paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { expect, test } from './ai-fixtures.ts'

test.beforeEach(async ({ context, server, ai }) => {
  await signIn(context, server)
  ai.next = []
  ai.always = 'none'
  ai.reply = undefined
  ai.received.length = 0
})

test('a text without personal details is sent without a question', async ({ page, ai }) => {
  await page.goto(paths.admin)
  await page.getByRole('button', { name: 'AI Suggest' }).click()
  await expect(page.getByRole('button', { name: 'First title of a fake' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(ai.received).toHaveLength(1)
})

test('publishing from the list also asks for confirmation', async ({ page, server }) => {
  const json = { title: 'From the list', content: '<p>By a machine.</p>', authorType: 'ai' }
  await server.send(paths.api.blog, { cookie: await server.signIn(), json })
  await page.goto(paths.adminTab('manage'))
  const publish = page.getByRole('button', { name: 'Publish From the list' })
  await publish.click()
  const dialog = page.getByRole('dialog', { name: 'What readers will see' })
  await expect(dialog).toContainText('This post was written by AI.')
  await page.getByRole('button', { name: 'Not yet' }).click()
  await expect(publish).toBeFocused()
  expect(await server.query('select 1 from blog_posts where is_published')).toEqual([])
  await publish.click()
  await page.getByRole('button', { name: 'I’ve read it. Publish' }).click()
  await expect(page.getByRole('button', { name: 'Unpublish From the list' })).toBeVisible()
})
