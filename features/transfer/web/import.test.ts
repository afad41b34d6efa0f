import { rm } from 'node:fs/promises'

import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

test.use({ expectedErrors: /Failed to load resource/ })

const folders: string[] = []
test.afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

test('an editor learns that owners import', async ({ page, server }) => {
  await signIn(page.context(), server, { username: 'Eve', role: 'editor' })
  await page.goto(paths.adminSettingsTab('import'))
  await expect(page.getByText('Only owners see this page.')).toBeVisible()
})
