import type { Locator, Page } from '@playwright/test'
import type { SectionId } from '../../../core/contract/site.ts'
import type { Field, Fields } from '../../../core/contract/site-content/fields.ts'
import { emptyTables, expect, isEveryCase, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { extremeSection } from '../../../tests/helpers/extreme-content.ts'
import { sectionRequests } from '../../../tests/helpers/start-site.ts'
import {
  type ChosenField,
  isRequired,
  type Leaf,
  listLeaves,
  typeLongest,
  typeMarkup,
  typeMixed,
  typeNothing,
  typeOneOver,
  typeScripts,
} from '../testing/section-leaves.ts'
import { sectionIds, sections } from '../testing/site-sections.ts'
import type { FieldPath } from '../web/admin/field-path.ts'
import {
  controlOf,
  draftButton,
  expectToKeep,
  openForm,
  publishButton,
  readControls,
  typeEverywhere,
  unfoldForm,
  watchPage,
} from './section-form.ts'

// Every field of a section, from the description of the sections, in the form that editors use. `npm test` checks
// sections that have every kind of field between them; `npm run test:long` checks all of them. The long test of the same
// name types every kind of text into every field. The schema is tested with random values
// (features/site/server/site-content/random-sections.test.ts), the public pages in site-layout.spec.ts.

// A missing file is found by `watchPage`, which knows its address.
test.use({ expectedErrors: /status of 404/, viewport: { width: 1440, height: 900 } })
test.beforeEach(({ server }) => emptyTables(server))

const kindsOf = (id: SectionId) => new Set(listKinds(sections[id].fields)).size
/** The section with most kinds of fields */
const sampleSection = sectionIds.toSorted((one, other) => kindsOf(other) - kindsOf(one))[0]

function listKinds(fields: Fields): string[] {
  return Object.values<Field>(fields).flatMap((field) => [
    field.kind,
    ...('fields' in field ? listKinds(field.fields) : []),
  ])
}

const alert = (page: Page) => page.getByRole('alert').first()
const lastName = ({ path }: Leaf) => String(path.at(-1))

for (const [position, id] of sectionIds.entries()) {
  if (!isEveryCase && id !== sampleSection) continue
  const { title } = sections[id]
  const fields: Fields = sections[id].fields
  const start = extremeSection(id, { lists: 'one', text: () => 'Some text' })
  const { typed: leaves, chosen } = listLeaves(fields, start)
  const required = leaves.filter(isRequired)

  if (leaves.length > 0)
    test(`${title}: a field that is empty or too long is refused in words, and nothing is lost`, async ({
      page,
      server,
    }) => {
      const problems = watchPage(page)
      const { publish, read } = sectionRequests(server, await signIn(page.context(), server))
      expect((await publish(id, start)).status).toBe(200)
      await openForm(page, id)
      const names = (await readControls(page, leaves)).map(({ name }) => name.replace(' (optional)', ''))
      expect(names).toEqual(leaves.map(({ field }) => (field.kind === 'link' ? 'Address' : field.label)))

      await typeEverywhere(page, leaves, { round: 'e', typing: typeNothing })
      await publishButton(page).click()
      await expect(alert(page)).toBeFocused()
      await expect(alert(page).getByRole('link')).toHaveCount(required.length)
      for (const [index, control] of (await readControls(page, leaves)).entries()) {
        const isWrong = required.some((leaf) => leaf === leaves[index])
        expect.soft(control.isInvalid, control.id).toBe(isWrong)
        if (isWrong) expect.soft(control.message, control.id).toMatch(/Required|Choose a page|Use a color/)
      }
      for (const [index, leaf] of required.entries()) {
        await alert(page).getByRole('link').nth(index).click()
        await expect(controlOf(page, leaf), lastName(leaf)).toBeFocused()
      }

      const typed = await typeEverywhere(page, leaves, { round: 'o', typing: typeOneOver })
      for (const [index, { id, message }] of (await readControls(page, leaves)).entries())
        if (leaves[index]?.field.kind === 'text') expect.soft(message, id).toContain('1 over the limit of ')
      for (const button of [publishButton(page), draftButton(page)]) {
        await button.click()
        await expect(alert(page)).toBeFocused()
        await expect(alert(page).getByRole('link')).toHaveCount(leaves.length)
      }
      const refused = await readControls(page, leaves)
      expect(refused.map(({ value }) => value)).toEqual(typed)
      expect(refused.filter(({ isInvalid }) => !isInvalid)).toEqual([])
      expect((await read(id)).value).toEqual(start)

      await page.reload()
      await page.getByRole('button', { name: 'Restore' }).click()
      await unfoldForm(page)
      expect((await readControls(page, leaves)).map(({ value }) => value)).toEqual(typed)
      expect(problems).toEqual([])
    })

  test(`${title}: what is entered comes back unchanged, and pages show it`, async ({ page, server }) => {
    const problems = watchPage(page)
    const { publish, read } = sectionRequests(server, await signIn(page.context(), server))
    expect((await publish(id, start)).status).toBe(200)
    await openForm(page, id)
    const typing = typeMixed([typeLongest, typeScripts, typeMarkup], position)
    await expectToKeep(page, id, leaves, { round: 'a', typing })

    for (const { path, field } of chosen) await chooseAnother(controlOf(page, { path }), field)
    if (chosen.length > 0) {
      await publishButton(page).click()
      await expect(page.getByText(/^Published, /)).toBeVisible()
      const { value } = await read(id)
      // The plate of a logo and the name beside it are shown when there is a logo.
      const inForm = chosen.filter(
        ({ path }) => id !== 'look' || !/^(logoPlate|showName)$/.test(String(path)),
      )
      for (const { path, field } of inForm)
        expect(valueAt(value, path), String(path)).toEqual(anotherValue(field))
    }
    expect(problems).toEqual([])
  })
}

/** Chooses something else than `extremeSection` does. */
async function chooseAnother(control: Locator, field: ChosenField): Promise<void> {
  if (!(await control.isVisible())) return
  if (field.kind === 'switch') await control.uncheck()
  else if (field.kind === 'order') await control.getByRole('checkbox').first().uncheck()
  else if (await control.evaluate((element) => element.matches('select')))
    await control.selectOption(Object.keys(field.options).at(-1) ?? '')
  else await control.getByRole('radio').last().check()
}

function anotherValue(field: ChosenField): unknown {
  if (field.kind === 'switch') return false
  if (field.kind === 'choice') return Object.keys(field.options).at(-1)
  return Object.keys(field.parts).map((part, position) => ({ part, isShown: position > 0 }))
}

const valueAt = (value: unknown, path: FieldPath) =>
  path.reduce<unknown>((part, name) => Object(part)[name], value)
