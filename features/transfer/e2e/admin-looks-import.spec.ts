import { paths } from '../../../core/contract/paths.ts'
import { expect } from '../../../tests/e2e/fixtures.ts'
import { testScreenStates } from '../../../tests/e2e/screen-states.ts'
import { addImports } from './import-stage.ts'

testScreenStates(['an import that is ready'], {
  async 'an import that is ready'({ page, server }) {
    await addImports(server, 'checked')
    await page.goto(paths.adminSettingsTab('import'))
    await expect(page.getByText('A link to the old address will take its place.').first()).toBeVisible()
  },
  async 'the question before an import is undone'({ page, server }) {
    await addImports(server, 'checked')
    await page.goto(paths.adminSettingsTab('import'))
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await expect(page.getByRole('dialog', { name: 'Undo this import?' })).toBeVisible()
  },
  async 'an upload that was interrupted'({ page, server }) {
    await addImports(server, 'uploading')
    await page.goto(paths.adminSettingsTab('import'))
    await expect(page.getByText('0 of 2 parts are here')).toBeVisible()
  },
  async 'an import that runs'({ page, server }) {
    await addImports(server, 'importing')
    await page.goto(paths.adminSettingsTab('import'))
    await expect(page.getByRole('progressbar')).toBeVisible()
  },
})
