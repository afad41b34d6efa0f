import { expect } from 'vitest'
import { isShown } from './browser-behavior.ts'
import { isChecked, isDisabled, Locator, type PageTools } from './locator.ts'
import { matchesUrl } from './network.ts'
import type { LightPage } from './page.ts'

type Expected = string | RegExp
type Options = { timeout?: number }
type Result = { pass: boolean; actual: unknown }
type Context = { isNot?: boolean }

const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const matches = (actual: string, wanted: Expected, part = false) =>
  wanted instanceof RegExp
    ? wanted.test(actual)
    : part
      ? normalize(actual).includes(normalize(wanted))
      : normalize(actual) === normalize(wanted)

/** Repeats a check until its result is the expected one, for ten seconds by default. */
async function poll(
  context: Context,
  target: Locator | LightPage,
  what: string,
  check: () => Promise<Result>,
  { timeout = Number(process.env.LIGHT_TIMEOUT ?? 10_000) }: Options = {},
) {
  const isNot = Boolean(context.isNot)
  const [place, subject] =
    target instanceof Locator ? [target.place, target.selector] : [target, target.url()]
  const end = performance.now() + timeout
  await place.ready()
  let result = await check()
  while (result.pass === isNot && performance.now() < end) {
    await place.change()
    await place.ready()
    result = await check()
  }
  const message = () =>
    `${subject}: expected ${isNot ? 'not ' : ''}${what}, but it was ${JSON.stringify(result.actual)}`
  return { pass: result.pass, message }
}

type Check = (element: HTMLElement, tools: PageTools) => Result

/** Checks the only element of a locator. An element that is not there fails the check, or passes it if `ofNone` says so. */
function pollElement(
  context: Context,
  locator: Locator,
  what: string,
  check: Check,
  options?: Options,
  ofNone = false,
) {
  return poll(
    context,
    locator,
    what,
    async () => {
      const element = await locator.only()
      return element ? check(element, await locator.place.ready()) : { pass: ofNone, actual: 'not there' }
    },
    options,
  )
}

/** A matcher for something that is true of an element or not */
const state = (what: string, check: (element: HTMLElement) => boolean, ofNone = false) =>
  function (this: Context, locator: Locator, options?: Options) {
    return pollElement(
      this,
      locator,
      `to be ${what}`,
      (element) => ({ pass: check(element), actual: element.outerHTML.slice(0, 200) }),
      options,
      ofNone,
    )
  }

/** A matcher for a text that an element has */
const text = (what: string, read: (element: HTMLElement, tools: PageTools) => string) =>
  function (this: Context, locator: Locator, wanted: Expected, options?: Options) {
    const check: Check = (element, tools) => {
      const actual = read(element, tools)
      return { pass: matches(actual, wanted), actual }
    }
    return pollElement(this, locator, `the ${what} ${wanted}`, check, options)
  }

/** A matcher for the content of one element, or for that of each element in a list */
const content = (part: boolean) =>
  function (this: Context, locator: Locator, wanted: Expected | Expected[], options?: Options) {
    const what = `the text ${String(wanted)}`
    if (!Array.isArray(wanted)) {
      const check: Check = ({ textContent }) => ({
        pass: matches(textContent ?? '', wanted, part),
        actual: textContent,
      })
      return pollElement(this, locator, what, check, options)
    }
    const check = async () => {
      const actual = await locator.allTextContents()
      const pass =
        actual.length === wanted.length &&
        wanted.every((one, index) => matches(actual[index] ?? '', one, part))
      return { pass, actual }
    }
    return poll(this, locator, what, check, options)
  }

expect.extend({
  toBeVisible: state('visible', isShown),
  toBeHidden: state('hidden', (element) => !isShown(element), true),
  toBeAttached: state('there', () => true),
  toBeFocused: state('focused', (element) => element.ownerDocument.activeElement === element),
  toBeChecked(
    this: Context,
    locator: Locator,
    { checked = true, ...options }: Options & { checked?: boolean } = {},
  ) {
    return state('checked', (element) => isChecked(element) === checked).call(this, locator, options)
  },
  toBeDisabled: state('disabled', isDisabled),
  toBeEnabled: state('enabled', (element) => !isDisabled(element)),
  toBeEmpty: state('empty', ({ textContent }) => textContent === ''),
  toHaveText: content(false),
  toContainText: content(true),
  toHaveClass: text('class', ({ className }) => className),
  toHaveAccessibleName: text('name', (element, tools) => tools.getElementAccessibleName(element, false)),
  toHaveAccessibleDescription: text('description', (element, tools) =>
    tools.getElementAccessibleDescription(element, false),
  ),
  toHaveValue(this: Context, locator: Locator, wanted: Expected, options?: Options) {
    const check: Check = (element) => {
      const actual = (element as HTMLInputElement).value
      return { pass: wanted instanceof RegExp ? wanted.test(actual) : actual === wanted, actual }
    }
    return pollElement(this, locator, `the value ${wanted}`, check, options)
  },
  toHaveAttribute(this: Context, locator: Locator, name: string, wanted?: Expected, options?: Options) {
    const check: Check = (element) => {
      const actual = element.getAttribute(name)
      return { pass: actual !== null && (wanted === undefined || matches(actual, wanted)), actual }
    }
    return pollElement(this, locator, `the attribute ${name} ${wanted ?? ''}`, check, options)
  },
  toHaveJSProperty(this: Context, locator: Locator, name: string, wanted: unknown) {
    const check: Check = (element) => {
      const actual: unknown = Reflect.get(element, name)
      return { pass: actual === wanted, actual }
    }
    return pollElement(this, locator, `${name} ${wanted}`, check)
  },
  toHaveCount(this: Context, locator: Locator, wanted: number, options?: Options) {
    const check = async () => {
      const actual = await locator.count()
      return { pass: actual === wanted, actual }
    }
    return poll(this, locator, `${wanted} elements`, check, options)
  },
  toHaveURL(this: Context, page: LightPage, wanted: Expected | ((url: URL) => boolean), options?: Options) {
    const check = async () => ({
      pass: matchesUrl(wanted, page.url(), page.context().origin),
      actual: page.url(),
    })
    return poll(this, page, `the address ${wanted}`, check, options)
  },
  toHaveTitle(this: Context, page: LightPage, wanted: Expected, options?: Options) {
    const check = async () => {
      const actual = await page.title()
      return { pass: matches(actual, wanted), actual }
    }
    return poll(this, page, `the title ${wanted}`, check, options)
  },
})
