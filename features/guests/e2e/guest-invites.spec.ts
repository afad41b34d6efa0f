import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, isAlive, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { handIn } from './guests.ts'

test.beforeEach(({ server }) => emptyTables(server))

test('the editor is asked before anything is lost, and schedules a guest post', async ({ page, server }) => {
  const { id, text } = await handIn(server)
  await server.query('update author_invites set link_asked_at = now()')
  await signIn(page.context(), server)
  const answers: boolean[] = []
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    return answers.shift() ? dialog.accept() : dialog.dismiss()
  })
  const tab = (name: RegExp) => page.getByRole('tab', { name })

  await page.goto(paths.adminTab('authors'))
  await page.getByLabel('Personal Message (optional)').fill('A long letter.')
  await tab(/^Manage Posts/).click()
  await expect.poll(() => asked).toEqual(['Your changes aren’t saved. Leave without saving them?'])
  await expect(page.getByLabel('Personal Message (optional)')).toHaveValue('A long letter.')
  const row = page.getByRole('article', { name: 'Invitation to Jo Guest' })
  for (const words of ['Requested a new link', 'Needs review', 'Due Mar 1, 2031'])
    await expect(row.getByText(words, { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Resend/ }).click()
  await expect(page.getByLabel('Link for Jo Guest')).toHaveValue(/\/write\/[\w-]{43}$/)
  await expect(row.getByText('Requested a new link')).toHaveCount(0)
  await row.getByRole('button', { name: /^Cancel invitation/ }).click()
  await expect.poll(() => asked.at(-1)).toContain('Turn off every link for Jo Guest?')
  await expect(row.getByText('Needs review', { exact: true })).toBeVisible()
  answers.push(true)
  await page.getByLabel('Personal Message (optional)').fill('')
  await row.getByRole('link', { name: /^Review/ }).click()

  await page.getByRole('button', { name: 'Request changes' }).click()
  const word = page.getByLabel('Note to the guest (optional)')
  await expect(word).toHaveAccessibleDescription(/Say what to change/)
  await page.getByRole('button', { name: /^Add comment on: Most/ }).click()
  const comment = page.getByLabel('Your comment').first()
  await comment.fill('Say how.')
  await comment.press('Escape')
  await page.getByRole('button', { name: /^Add comment on: What we changed/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(comment).toHaveValue('Say how.')
  await page.getByRole('button', { name: 'Save comment' }).click()
  const remove = page.getByRole('button', { name: 'Delete the comment: Say how.' })
  await expect(remove).toBeVisible()
  await server.query(`update guest_comments set answer = 'By hand.'`)
  await page.reload()
  answers.splice(0, answers.length, false, true)
  await remove.click()
  await expect.poll(() => asked.at(-1)).toBe('Delete this comment and Jo Guest’s reply?')
  await expect(remove).toBeVisible()
  await remove.click()
  await expect(remove).toHaveCount(0)
  expect(await server.query('select id from guest_comments')).toEqual([])

  await page.getByLabel('Publish at').fill('2099-05-04T09:30')
  const schedule = page.getByRole('button', { name: 'Schedule', exact: true })
  await schedule.click()
  const question = page.getByRole('dialog', { name: 'Publish without the guest’s approval?' })
  await expect(question).toContainText('The guest hasn’t approved the final text yet.')
  await question.getByRole('button', { name: 'Not yet' }).click()
  await expect(schedule).toBeFocused()
  await schedule.click()
  await question.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  expect(
    await server.query(
      `select is_published, published_at > now() as waits from blog_posts where id = ${text.id}`,
    ),
  ).toEqual([{ is_published: true, waits: true }])

  await page.goto(paths.adminTab('authors'))
  answers.push(true)
  await row.getByRole('button', { name: /^Cancel invitation/ }).click()
  await expect(row.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Cancel invitation/ })).toHaveCount(0)
  // After the guest's data was deleted, the invitation has no email address, so it cannot be sent again.
  await server.query(`update author_invites set email = '' where id = ${id}`)
  await page.reload()
  await expect(row.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Resend/ })).toHaveCount(0)
  await expectAccessible(page, 'an invitation of a guest whose data was deleted')
})

test('with JavaScript, a link is copied, and a dialog asks to cancel', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(context, server)
  await page.goto(paths.adminSimpleTab('authors'))
  await page.getByLabel('Author Email *').fill('jo@example.org')
  await page.getByLabel('Suggested Topic *').fill('Letters')
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  const link = await page.getByLabel('Link for jo@example.org').inputValue()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await isAlive(page, 'RevokeDialog')
  const revoke = page.getByRole('button', { name: 'Cancel invitation of jo@example.org' })
  const dialog = page.getByRole('dialog', { name: 'Cancel the invitation?' })
  await revoke.click()
  await expect(dialog).toContainText('Turn off every link for jo@example.org?')
  await expectAccessible(page, 'asking before revoking')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(revoke).toBeFocused()
  await revoke.click()
  await dialog.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
})

test('an approved text that was changed is marked as changed', inLongRuns, async ({ page, server }) => {
  const { id, text, path } = await handIn(server)
  await signIn(page.context(), server)
  await page.goto(path)
  await page.getByRole('button', { name: 'Approve this draft' }).click()
  await expect(page.getByText(/^You approved/)).toBeVisible()
  await page.goto(postPaths.adminPost(text.id))
  await page.getByRole('textbox', { name: 'Content' }).fill('Other words.')
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
  await page.goto(postPaths.adminReview(id))
  await expect(page.getByText('Changed after approval')).toBeVisible()
  await page.goto(paths.adminTab('manage'))
  await expect(page.getByText('Changed after approval')).toBeVisible()
  await expectAccessible(page, 'the list')
})
