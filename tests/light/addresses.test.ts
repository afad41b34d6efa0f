import { paths } from '../../core/contract/paths.ts'
import { guestPaths } from '../../features/guests/contract/guest-paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { expect, isAlive, test } from './fixtures.ts'

// Suggestions for mistyped email addresses, in every email field. Visitors' forms also ask before they accept such an
// address: see features/people/e2e/waitlist.spec.ts.

for (const [path, label] of [
  [paths.adminTab('authors'), 'Author Email'],
  [paths.adminSimpleTab('authors'), 'Author Email'],
  [paths.adminSettingsTab('mail'), 'Send a test email to'],
  [paths.adminSettingsTab('organisation'), 'Contact email'],
  [guestPaths.lostLink, 'Email *'],
] as const)
  test(`${path} asks whether a mistyped address is right`, async ({ page, context, server }) => {
    await signIn(context, server)
    await page.goto(path)
    if (path === guestPaths.lostLink || path === paths.adminSimpleTab('authors'))
      await isAlive(page, 'AddressField')
    const email = page.getByLabel(label)
    await email.fill('ann@gmial.com')
    await email.press('Tab')
    await expect(email).toHaveAccessibleDescription(/Did you mean ann@gmail\.com\?/)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(email).toHaveValue('ann@gmail.com')
    await expect(email).toBeFocused()
    await email.fill('ruth@gracechapel')
    await email.press('Tab')
    await expect(email).toHaveAccessibleDescription(/Is ruth@gracechapel right\? It has no \.com or \.org/)
  })
