import { paths } from '../../contracts/paths.ts'

import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// After a form was refused, the new page focuses the error summary, which links to the fields.

test.use({ expectedErrors: /status of 422/ })
test.beforeEach(async ({ server }) => emptyTables(server))

for (const place of [paths.admin, paths.adminSimple])
  test(`signing out of ${place} leads to a page that says so once`, async ({ page, context, server }) => {
    await signIn(context, server)
    await page.goto(place)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('You’re signed out.')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
  })
