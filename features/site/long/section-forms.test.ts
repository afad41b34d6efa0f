import type { Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import type { SectionId } from '../../../core/contract/site.ts'
import type { Fields } from '../../../core/contract/site-content/fields.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { extremeSection } from '../../../tests/helpers/extreme-content.ts'
import { executablePath, startBrowserForFile } from '../../../tests/helpers/start-browser.ts'
import { sectionRequests } from '../../../tests/helpers/start-site.ts'
import { expectToFit, expectToKeep, openForm, type Round, watchPage } from '../e2e/section-form.ts'
import {
  isRequired,
  listLeaves,
  type Typing,
  typeLongest,
  typeMarkup,
  typeScripts,
} from '../testing/section-leaves.ts'
import { sectionIds, sections } from '../testing/site-sections.ts'

const started = startBrowserForFile()

const typeLeast: Typing = (leaf, mark) => (isRequired(leaf) ? typeMarkup(leaf, mark) : '')

const rounds: Round[] = [
  { round: 'n', typing: typeLeast },
  { round: 'l', typing: typeLongest },
  { round: 's', typing: typeScripts },
  { round: 'm', typing: typeMarkup },
]

/** Signs in, saves a value of a section, and opens its form. The test fails if anything runs or comes from elsewhere. */
async function openSection(id: SectionId, value: unknown): Promise<Page> {
  const context = await started.browser.newContext({ baseURL: started.server.url, reducedMotion: 'reduce' })
  const cookie = await signIn(context, started.server)
  const { status } = await sectionRequests(started.server, cookie).publish(id, value)
  expect(status).toBe(200)
  const page = await context.newPage()
  const problems = watchPage(page)
  context.on('weberror', (error) => problems.push(`exception: ${error.error().message}`))
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(started.server.url) && !/^(data|blob|about):/.test(url))
      problems.push(`outside: ${url}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(problems).toEqual([])
  })
  await openForm(page, id)
  return page
}

test.for(sectionIds)('every field of the section %s keeps every kind of text', async (id, { skip }) => {
  if (!executablePath) return skip('There is no Chromium.')
  const fields: Fields = sections[id].fields
  const start = extremeSection(id, { lists: 'one', text: () => 'Some text' })
  const { typed: leaves } = listLeaves(fields, start)
  const page = await openSection(id, start)
  // The texts of other sections stay on the pages.
  const letter = String.fromCodePoint('A'.charCodeAt(0) + sectionIds.indexOf(id))
  for (const { round, typing } of rounds)
    await expectToKeep(page, id, leaves, { round: round + letter, typing })
})

test.for(sectionIds)(
  'the form of the section %s fits with as much as possible in it',
  async (id, { skip }) => {
    if (!executablePath) return skip('There is no Chromium.')
    const page = await openSection(id, extremeSection(id, { lists: 'max', text: (max) => 'W'.repeat(max) }))
    for (const button of await page.getByRole('button', { name: /^Add an? / }).all())
      expect(await button.isDisabled()).toBe(true)
    for (const width of [320, 768, 1440]) await expectToFit(page, width, 'the form')
  },
)
