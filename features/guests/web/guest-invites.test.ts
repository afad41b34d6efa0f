import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 422/ })

  test('the simple admin invites, resends, and cancels', async ({ page, server }) => {
    await signIn(page.context(), server)
    await page.goto(paths.adminSimpleTab('authors'))
    await expect(page.getByRole('heading', { name: 'No invitations sent yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to send author invitation.')
    await expect(page.getByLabel('Suggested Topic *')).toHaveAccessibleDescription('Required')
    await page.getByLabel('Author Email *').fill('jo@example.org')
    await page.getByLabel('Suggested Topic *').fill('Letters')
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    const link = page.getByLabel('Link for jo@example.org')
    const first = await link.inputValue()
    expect(first).toMatch(/\/invite\/[\w-]{43}$/)
    await page.getByRole('button', { name: 'Resend to jo@example.org' }).click()
    expect(await link.inputValue()).not.toBe(first)
    const revoke = page.getByRole('button', { name: 'Cancel invitation of jo@example.org' })
    await revoke.click()
    const question = page.getByRole('alert')
    await expect(question).toContainText('Turn off every link for jo@example.org?')
    await question.getByRole('link', { name: 'Keep it' }).click()
    await expect(page.getByText('Pending', { exact: true })).toBeVisible()
    await revoke.click()
    await question.getByRole('button', { name: 'Cancel invitation' }).click()
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  })
})
