import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { startSite } from '../../../tests/helpers/start-site.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { fillCache } from '../../site/testing/fill-cache.ts'
import { originalContent } from '../../site/testing/site-sections.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

test('publishing the words of the box purges the pages that show it', async () => {
  const { server, saveDraft, publish } = await startSite()
  const others = [sitePaths.contact, paths.privacyPolicy, paths.robots]
  const shown = [paths.home, newsletterPaths.page, postPaths.blog, paths.llms]
  const fresh = await fillCache(server, [...shown, ...others])
  const all = fresh()
  await saveDraft('newsletterBox', { ...originalContent.newsletterBox, consent: 'Yes, write to me.' })
  expect(fresh()).toEqual(all)
  await publish('newsletterBox', originalContent.newsletterBox)
  await expect.poll(fresh).toEqual(others)
})

test('the proof of consent is the text that was public when someone signed up', async () => {
  const { server, change, saveDraft } = await startSite()
  const before = originalContent.newsletterBox.consent
  const after = 'I agree to get one email a month.'
  let people = 0
  const signUp = async () => {
    const email = `person${++people}@example.org`
    await server.send('/api/newsletter', { json: { email } })
    const [row] = await server.query<{ consent: string }>(
      'select consent from newsletter_confirmations where email = $1',
      [email],
    )
    return row?.consent
  }
  expect(await signUp()).toBe(before)
  await saveDraft('newsletterBox', { ...originalContent.newsletterBox, consent: after })
  expect(await signUp()).toBe(before)
  await change('newsletterBox', { consent: after })
  await expect.poll(() => server.send(newsletterPaths.page).then((page) => page.text())).toContain(after)
  expect(await signUp()).toBe(after)
  expect((await server.query('select distinct consent from newsletter_confirmations')).length).toBe(2)
})
