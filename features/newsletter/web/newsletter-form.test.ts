import { paths } from '../../../core/contract/paths.ts'
import { expect, isAlive, test } from '../../../tests/light/fixtures.ts'

test('the newsletter form works in place, and keeps the text after a mistake', async ({ page, server }) => {
  await page.goto(paths.home)
  const email = page.getByLabel('Your email', { exact: true })
  await email.fill('ann@')
  await isAlive(page, 'NewsletterPanel')
  const button = page.getByRole('button', { name: 'Subscribe' })
  await button.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('ann@')
  await expect(email).toHaveAccessibleDescription(/Enter a valid email address/)
  await email.fill('ann@example.org')
  await button.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Watch your inbox' })).toBeFocused()
  expect(new URL(page.url()).pathname).toBe(paths.home)
  expect(await server.query('select email, source from newsletter_confirmations')).toEqual([
    { email: 'ann@example.org', source: '/' },
  ])
})
