import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Driver } from './driver.ts'

/** The whole accessible name of an element, or a pattern that it matches */
type Name = string | RegExp

/** Narrows a search to the part of the page with this role and name. */
type Scope = { within?: { role: string; name: Name }; first?: boolean }

const deadline = 20_000
const pause = 100

const library = readFileSync(
  join(
    dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json')),
    'dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)

// This code runs in the page. An open modal dialog makes the rest of the page inert, so only the dialog is searched.
const find = `
  const [by, within, first] = arguments
  const matcher = (name) => typeof name === 'string' ? name : new RegExp(name.source, name.flags)
  const query = (root, { role, name, label, text }) => {
    const library = window.TestingLibraryDom
    const elements = role
      ? library.queryAllByRole(root, role, name === undefined ? {} : { name: matcher(name) })
      : label
        ? library.queryAllByLabelText(root, matcher(label))
        : library.queryAllByText(root, matcher(text), { ignore: 'script, style, option' })
    return elements.filter((element) => element.checkVisibility({ visibilityProperty: true }))
  }
  const page = document.querySelector('dialog:modal') ?? document.body
  const scopes = within ? query(page, within) : [page]
  const found = [...new Set(scopes.flatMap((scope) => query(scope, by)))]
  if (found.length === 0) return { outcome: 'none' }
  if (found.length > 1 && !first) return { outcome: 'several', html: found.map((one) => one.outerHTML.slice(0, 120)) }
  const element = found[0]
`

type Point = { x: number; y: number }
type By = { role: string; name?: Name } | { label: Name } | { text: Name }
type Found<Value> =
  | { outcome: 'none' | 'covered' }
  | { outcome: 'several'; html: string[] }
  | { outcome: 'found'; value: Value }

/** Acts as a user of the browser: finds elements by role and name, waits for them, and sends real clicks and keys. */
export class Visitor {
  readonly driver: Driver
  private readonly site: string

  constructor(driver: Driver, site: string) {
    this.driver = driver
    this.site = site
  }

  /** Opens a path of the site. The host of a full URL is ignored. */
  async open(path: string): Promise<void> {
    const { pathname, search, hash } = new URL(path, this.site)
    await this.driver.open(`${this.site}${pathname}${search}${hash}`)
  }

  async click(role: string, name: Name, scope: Scope = {}): Promise<void> {
    await this.clickOn({ role, name }, scope)
  }

  async clickText(text: Name, scope: Scope = {}): Promise<void> {
    await this.clickOn({ text }, scope)
  }

  /** Replaces the value of a field. */
  async fill(label: Name, text: string, scope: Scope = {}): Promise<void> {
    await this.clickOn({ label }, scope)
    await this.driver.press('a', 'Control')
    await this.driver.type(text)
  }

  /** Selects an option by script, because the native list opens outside of the page, where drivers cannot click. */
  async choose(label: Name, option: string): Promise<void> {
    const body = `${find}
      const choice = [...element.options].find(({ label }) => label.includes(${JSON.stringify(option)}))
      if (!choice) return { outcome: 'none' }
      element.focus()
      element.value = choice.value
      element.dispatchEvent(new Event('input', { bubbles: true }))
      element.dispatchEvent(new Event('change', { bubbles: true }))
      return { outcome: 'found', value: choice.value }`
    await this.wait(body, { label }, {})
  }

  async upload(label: Name, path: string): Promise<void> {
    const mark = 'data-upload-here'
    // File inputs are often hidden behind a styled button, so this also finds hidden ones.
    const body = `
      const [{ label }] = arguments
      const matcher = typeof label === 'string' ? label : new RegExp(label.source, label.flags)
      const [input] = window.TestingLibraryDom.queryAllByLabelText(document.body, matcher, { selector: 'input' })
      if (!input) return { outcome: 'none' }
      input.setAttribute('${mark}', '')
      return { outcome: 'found', value: true }`
    await this.wait(body, { label }, {})
    await this.driver.upload(`[${mark}]`, path)
    await this.driver.run(`document.querySelector('[${mark}]')?.removeAttribute('${mark}')`)
  }

  /** Waits until the text is visible. */
  async sees(text: Name, scope: Scope = {}): Promise<void> {
    await this.wait(`${find} return { outcome: 'found', value: true }`, { text }, { first: true, ...scope })
  }

  async seesA(role: string, name: Name, scope: Scope = {}): Promise<void> {
    await this.wait(
      `${find} return { outcome: 'found', value: true }`,
      { role, name },
      { first: true, ...scope },
    )
  }

  async valueOf(label: Name): Promise<string> {
    return this.wait(`${find} return { outcome: 'found', value: element.value }`, { label }, {})
  }

  async addressOf(role: string, name: Name, scope: Scope = {}): Promise<string> {
    return this.wait(`${find} return { outcome: 'found', value: element.href }`, { role, name }, scope)
  }

  /** Waits until the page's path and query match, and returns them. */
  async isAt(pattern: RegExp): Promise<string> {
    const body = `
      const [pattern] = arguments
      const path = location.pathname + location.search
      return new RegExp(pattern.source, pattern.flags).test(path) ? { outcome: 'found', value: path } : { outcome: 'none' }`
    return this.wait(body, pattern, {})
  }

  /** Waits until an island is hydrated. Before that, its plain HTML forms and links handle clicks. */
  async isAlive(island: string): Promise<void> {
    const body = `return document.querySelector('[data-island="${island}"][data-alive]')
      ? { outcome: 'found', value: true } : { outcome: 'none' }`
    await this.wait(body, { text: `the island ${island}` }, {})
  }

  /** Width in px by which the page exceeds the window */
  async overflow(): Promise<number> {
    return this.driver.run('return document.scrollingElement.scrollWidth - innerWidth')
  }

  private async clickOn(by: By, scope: Scope): Promise<void> {
    // Like a real user, scroll to the element and close a toast that covers it.
    const body = `${find}
      if (element.matches(':disabled')) return { outcome: 'covered' }
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const box = [...element.getClientRects()].find(({ width }) => width > 0) ?? element.getBoundingClientRect()
      const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
      const top = document.elementFromPoint(point.x, point.y)
      const label = element.labels?.[0]
      if (top && (element.contains(top) || top.contains(element) || label?.contains(top)))
        return { outcome: 'found', value: point }
      document.querySelector('.toast-close')?.click()
      return { outcome: 'covered' }`
    // Sections above get their layout as they come near the viewport, which moves the element. Click once it rests.
    let point = await this.wait<Point>(body, by, scope)
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const now = await this.wait<Point>(body, by, scope)
      if (now.x === point.x && now.y === point.y) break
      point = now
    }
    await this.driver.clickAt(point.x, point.y)
  }

  private async wait<Value>(body: string, by: By | RegExp, { within, first }: Scope): Promise<Value> {
    const end = Date.now() + deadline
    let last: unknown
    while (Date.now() < end) {
      // The script fails while the browser navigates, so this tries again.
      const found = await this.runInPage<Found<Value>>(body, by, within, first).catch((error) => {
        last = error
        return undefined
      })
      if (found?.outcome === 'found') return found.value
      last = found ?? last
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    const shown = await this.driver.run<string>(
      'return location.pathname + "\\n" + document.body.innerText.slice(0, 3000)',
    )
    const wanted = JSON.stringify(plain(by))
    throw new Error(`${wanted} was not found: ${JSON.stringify(last)}\nThe page shows: ${shown}`)
  }

  private async runInPage<Result>(body: string, ...args: unknown[]): Promise<Result> {
    const isThere = await this.driver.run<boolean>('return window.TestingLibraryDom !== undefined')
    if (!isThere) await this.driver.run(library)
    return this.driver.run<Result>(body, ...args.map(plain))
  }
}

/** Replaces each RegExp in a value, at any depth, by a plain object, because drivers pass arguments as JSON. */
function plain(value: unknown): unknown {
  if (value instanceof RegExp) return { source: value.source, flags: value.flags }
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}
