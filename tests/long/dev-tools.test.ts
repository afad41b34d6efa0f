import { expect, onTestFinished, test } from 'vitest'
import { createDevTools } from '../../app/pages/server/dev-tools.ts'
import type { View } from '../../core/web/page.ts'
import { originalSite } from '../helpers/original-site.ts'

test('pages and emails are rendered from the sources', async () => {
  const { renderer, close } = await createDevTools()
  onTestFinished(close)
  const site = originalSite('https://everyday.test')

  const mail = await renderer.renderMail({ template: 'testMail', props: { askedBy: 'Ann' } }, site)
  const page = await renderer.render({ page: 'notFound', props: {} } as View, site)

  expect(mail.text).toContain('Ann')
  expect(page).toContain('/@vite/client')
})
