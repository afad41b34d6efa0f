import type { Frame, Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import type { SectionId } from '../../../core/contract/site.ts'
import { expect } from '../../../tests/e2e/fixtures.ts'
import { findLayoutProblems, hydrateIslands } from '../../../tests/helpers/find-layout-problems.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { previewPaths } from '../contract/site-content/section-api.ts'
import { cleanTyped, type Leaf, type Typing } from '../testing/section-leaves.ts'
import { sections } from '../testing/site-sections.ts'
import { idOf } from '../web/admin/field-path.ts'

const missingPage = '/no/such/page'
const pathOf: Record<string, string> = { ...previewPaths, post: postPaths.blog, notFound: missingPage }

export const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
export const draftButton = (page: Page) => page.getByRole('button', { name: 'Save draft' })
export const controlOf = (page: Page, { path }: { path: Leaf['path'] }) => page.locator(`#${idOf(path)}`)

export async function openForm(page: Page, section: SectionId): Promise<void> {
  await page.goto(paths.adminSiteSection(section))
  await unfoldForm(page)
}

/** Waits for the form and its preview, and opens the items of all lists. */
export async function unfoldForm(page: Page): Promise<void> {
  await expect(page.frameLocator('iframe').locator('h1').first()).toBeVisible()
  await expect(page.locator('form .skeleton')).toHaveCount(0)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('form details')) details.open = true
  })
}

/** Types into every field, and returns what was typed. Each text has a mark of its own, such as `[a12]`. */
export async function typeEverywhere(
  page: Page,
  leaves: Leaf[],
  { round, typing }: Round,
): Promise<string[]> {
  const typed = leaves.map((leaf, index) => typing(leaf, `[${round}${index}]`))
  for (const [index, leaf] of leaves.entries()) {
    const text = typed[index] ?? ''
    // An empty link is a list of pages until another address is chosen.
    if (leaf.field.kind === 'link' && (await controlOf(page, leaf).evaluate((it) => it.matches('select'))))
      await controlOf(page, leaf).selectOption('another')
    if (leaf.field.kind === 'rich-text') await pasteInto(page, leaf, text)
    else await controlOf(page, leaf).fill(text)
  }
  return typed
}

/** Replaces the text in the editor, as people do with a long text. */
async function pasteInto(page: Page, leaf: Leaf, text: string): Promise<void> {
  await controlOf(page, leaf).press('ControlOrMeta+a')
  if (text === '') return page.keyboard.press('Delete')
  await controlOf(page, leaf).evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

type ControlState = { id: string; name: string; value: string; isInvalid: boolean; message: string }

/** What each field of the form contains, and what is said about it */
export async function readControls(page: Page, leaves: Leaf[]): Promise<ControlState[]> {
  const ids = leaves.map(({ path }) => idOf(path))
  return page.evaluate((ids) => {
    const textOf = (id: string) => document.getElementById(id)?.textContent ?? ''
    return ids.map((id) => {
      const control = document.getElementById(id)
      if (!control) throw new Error(`there is no control #${id}`)
      const { labels, value } = control as HTMLInputElement
      return {
        id,
        name: control.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? '',
        // The editor has no value. A space at the end of its text would not be visible.
        value: value ?? control.innerText.trim(),
        isInvalid: control.getAttribute('aria-invalid') === 'true',
        message: (control.getAttribute('aria-describedby') ?? '').split(' ').map(textOf).join(' '),
      }
    })
  }, ids)
}

export type Round = {
  /** Letters that make the marks of this round different from others on the same page */
  round: string
  typing: Typing
}

/**
 * Types into every field, saves a draft, and publishes it. Expects that every text is in the form again after a reload,
 * that the preview and the public page show it as text, and that everything fits into narrow and wide windows.
 */
export async function expectToKeep(page: Page, section: SectionId, leaves: Leaf[], round: Round) {
  const typed = await typeEverywhere(page, leaves, round)
  const texts = leaves.map((leaf, index) => cleanTyped(leaf, typed[index] ?? ''))
  expect((await readControls(page, leaves)).filter(({ isInvalid }) => isInvalid)).toEqual([])
  await draftButton(page).click()
  await expect(page.getByText(/^Draft, not public yet/)).toBeVisible()
  await page.reload()
  await unfoldForm(page)
  expect((await readControls(page, leaves)).map(({ value }) => value)).toEqual(texts)
  for (const width of [320, 1440]) await expectToFit(page, width, 'the form')

  const frame = page.frames().find((one) => one.parentFrame() === page.mainFrame())
  if (!frame) throw new Error('there is no preview')
  const previewed = await findTexts(frame, texts, round)
  expect(previewed.broken, 'in the preview').toEqual([])

  await publishButton(page).click()
  await expect(page.getByText(/^Published, /)).toBeVisible()
  const { page: shownOn } = sections[section]
  const path = pathOf[shownOn] ?? shownOn
  // A page with a link of its own for each visitor
  if (previewed.shown.length === 0 || path === '') return
  const visitor = await page.context().newPage()
  const problems = watchPage(visitor)
  const open = async () => {
    await visitor.goto(path)
    return findTexts(visitor, texts, round)
  }
  await expect.poll(async () => (await open()).shown, 'on the page').not.toEqual([])
  await hydrateIslands(visitor)
  const shown = await findTexts(visitor, texts, round)
  expect(shown.broken, 'on the page').toEqual([])
  expect(shown.shown).toEqual(expect.arrayContaining(previewed.shown))
  await expectToFit(visitor, 320, 'the page')
  await visitor.close()
  expect(problems).toEqual([])
}

/** Expects that the open page fits into a window of this width, with everything unfolded. */
export async function expectToFit(page: Page, width: number, name: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  expect.soft(await findLayoutProblems(page), `${name} at ${width} px`).toEqual([])
}

/**
 * Looks for texts on a page by their marks. Returns the marks that are shown, and the texts that are shown as something
 * else than they are: cut off, or as elements. Spaces are ignored, because a text may be split into paragraphs.
 */
async function findTexts(
  frame: Page | Frame,
  texts: string[],
  { round }: Round,
): Promise<{ shown: string[]; broken: string[] }> {
  return frame.evaluate(
    ({ texts, round }) => {
      const squeeze = (text: string) => text.replaceAll(/\s/g, '')
      const body = document.body.cloneNode(true) as HTMLElement
      for (const code of body.querySelectorAll('script, style, template')) code.remove()
      const words = ['placeholder', 'aria-label', 'alt', 'title', 'content', 'value']
      const attributes = [...body.querySelectorAll('*'), ...document.head.querySelectorAll('meta')].flatMap(
        (element) => words.map((name) => element.getAttribute(name) ?? ''),
      )
      const places = [body.textContent, document.title, ...attributes]
        .map(squeeze)
        .filter((place) => place.includes(`[${round}`))
      const count = (part: string) => places.reduce((sum, place) => sum + place.split(part).length - 1, 0)
      const shown: string[] = []
      const broken: string[] = []
      for (const [index, text] of texts.entries()) {
        const mark = `[${round}${index}]`
        // Addresses are encoded, and other fields have no mark.
        if (!text.startsWith(mark) || count(mark) === 0) continue
        shown.push(mark)
        if (count(mark) !== count(squeeze(text))) broken.push(text)
      }
      return { shown, broken }
    },
    { texts, round },
  )
}

/** Collects what a text must never cause: a dialog, or a request for a file that is not there. */
export function watchPage(page: Page): string[] {
  const problems: string[] = []
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') problems.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith(missingPage))
      problems.push(`${response.status()} for ${response.url()}`)
  })
  return problems
}
