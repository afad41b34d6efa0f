import { type Browser, chromium, type Page } from '@playwright/test'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Fields } from '../../contracts/site-content/fields.ts'
import { type SectionId, sectionFields, sectionIds } from '../../contracts/site-content/sections.ts'
import { expectToFit, expectToKeep, openForm, type Round, watchPage } from '../e2e/section-form.ts'
import { signIn } from '../e2e/sign-in.ts'
import { chromiumArguments } from '../helpers/chromium.ts'
import { extremeSection } from '../helpers/extreme-content.ts'
import { launchServer, type TestServer } from '../helpers/launch-server.ts'
import {
  isRequired,
  listLeaves,
  type Typing,
  typeLongest,
  typeMarkup,
  typeScripts,
} from '../helpers/section-leaves.ts'
import { sectionRequests } from '../helpers/start-site.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

const executablePath = process.env.CHROMIUM_PATH

let browser: Browser
let server: TestServer

beforeAll(async () => {
  if (!executablePath) return
  const { connectionString, stop } = await startTemporaryPostgres()
  server = await launchServer({ connectionString })
  browser = await chromium.launch({ executablePath, args: chromiumArguments })
  return async () => {
    await browser.close()
    await server.close()
    await stop()
  }
})

const typeLeast: Typing = (leaf, mark) => (isRequired(leaf) ? typeMarkup(leaf, mark) : '')

const rounds: Round[] = [
  { round: 'n', typing: typeLeast },
  { round: 'l', typing: typeLongest },
  { round: 's', typing: typeScripts },
  { round: 'm', typing: typeMarkup },
]

/** Signs in, saves a value of a section, and opens its form. The test fails if anything runs or comes from elsewhere. */
async function openSection(id: SectionId, value: unknown): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
  const cookie = await signIn(context, server)
  const { status } = await sectionRequests(server, cookie).publish(id, value)
  expect(status).toBe(200)
  const page = await context.newPage()
  const problems = watchPage(page)
  context.on('weberror', (error) => problems.push(`exception: ${error.error().message}`))
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(server.url) && !/^(data|blob|about):/.test(url)) problems.push(`outside: ${url}`)
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
  const fields: Fields = sectionFields[id]
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
