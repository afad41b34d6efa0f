import type { UserEvent } from '@testing-library/user-event'
import { PropertySymbol } from 'happy-dom'
import {
  getByAltTextSelector,
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTestIdSelector,
  getByTextSelector,
  getByTitleSelector,
} from 'ivya'
import { isShown } from './browser-behavior.ts'

/** Functions that run inside the page (tools.js) */
export type PageTools = Pick<
  typeof import('ivya/utils'),
  'getElementAccessibleName' | 'getElementAccessibleDescription'
> & {
  /** All elements that match a selector of Playwright now */
  find(selector: string): Element[]
}

/** What a locator needs of its page */
export type Place = {
  ready(): Promise<PageTools>
  /** Runs the source of a function in the page */
  run(source: string, ...args: unknown[]): unknown
  user(): UserEvent
  /** Types in the notation of user-event */
  typeKeys(keys: string): Promise<void>
  /** Runs an action that may open another page. Its last events then have no page to go to. */
  during(action: () => Promise<unknown>): Promise<void>
  /** Waits until something in the page changes, but not for long */
  change(): Promise<void>
}

const timeoutMs = Number(process.env.LIGHT_TIMEOUT ?? 10_000)

/** Repeats `attempt` until it returns something other than undefined. Then throws what `explain` says. */
export async function retry<T>(
  place: Pick<Place, 'change'>,
  attempt: () => Promise<T | undefined>,
  explain: () => string,
  timeout = timeoutMs,
): Promise<T> {
  const end = performance.now() + timeout
  for (;;) {
    const result = await attempt()
    if (result !== undefined) return result
    if (performance.now() > end) throw new Error(explain())
    await place.change()
  }
}

type Text = string | RegExp
type Filter = { hasText?: Text; hasNotText?: Text; has?: Locator; hasNot?: Locator; visible?: boolean }
type File = { name: string; mimeType: string; buffer: Buffer }

const quote = (text: Text) => (typeof text === 'string' ? `${JSON.stringify(text)}i` : String(text))

/** Finders that a page and a locator share */
export abstract class Finder {
  abstract locator(selector: string, filter?: Filter): Locator
  getByRole = (role: string, options?: Parameters<typeof getByRoleSelector>[1]) =>
    this.locator(getByRoleSelector(role, options))
  getByLabel = (text: Text, options?: { exact?: boolean }) => this.locator(getByLabelSelector(text, options))
  getByText = (text: Text, options?: { exact?: boolean }) => this.locator(getByTextSelector(text, options))
  getByTitle = (text: Text, options?: { exact?: boolean }) => this.locator(getByTitleSelector(text, options))
  getByAltText = (text: Text, options?: { exact?: boolean }) =>
    this.locator(getByAltTextSelector(text, options))
  getByPlaceholder = (text: Text, options?: { exact?: boolean }) =>
    this.locator(getByPlaceholderSelector(text, options))
  getByTestId = (id: Text) => this.locator(getByTestIdSelector('data-testid', id))
}

/** The part of Playwright's `Locator` that the tests use, over a light DOM. */
export class Locator extends Finder {
  readonly place: Place
  readonly selector: string

  constructor(place: Place, selector: string) {
    super()
    this.place = place
    this.selector = selector
  }

  override locator(selector: string, filter: Filter = {}): Locator {
    return new Locator(this.place, `${this.selector} >> ${selector}`).filter(filter)
  }

  filter({ hasText, hasNotText, has, hasNot, visible }: Filter): Locator {
    const parts = [this.selector]
    if (hasText !== undefined) parts.push(`internal:has-text=${quote(hasText)}`)
    if (hasNotText !== undefined) parts.push(`internal:has-not-text=${quote(hasNotText)}`)
    if (has) parts.push(`internal:has=${JSON.stringify(has.selector)}`)
    if (hasNot) parts.push(`internal:has-not=${JSON.stringify(hasNot.selector)}`)
    if (visible !== undefined) parts.push(`visible=${visible}`)
    return new Locator(this.place, parts.join(' >> '))
  }

  or = (other: Locator) =>
    new Locator(this.place, `${this.selector} >> internal:or=${JSON.stringify(other.selector)}`)
  and = (other: Locator) =>
    new Locator(this.place, `${this.selector} >> internal:and=${JSON.stringify(other.selector)}`)
  nth = (index: number) => new Locator(this.place, `${this.selector} >> nth=${index}`)
  first = () => this.nth(0)
  last = () => this.nth(-1)

  elements = async () => (await this.place.ready()).find(this.selector)
  count = async () => (await this.elements()).length
  all = async () => Array.from({ length: await this.count() }, (_, index) => this.nth(index))

  /** The only element that matches now, if there is one. Throws if there are several, as Playwright does. */
  async only(): Promise<HTMLElement | undefined> {
    const found = await this.elements()
    if (found.length > 1)
      throw new Error(`strict mode violation: ${this.selector} resolved to ${found.length} elements`)
    return found[0] as HTMLElement | undefined
  }

  /** Waits for the element. With `ready`, it also has to be shown and enabled. */
  element({ ready = false } = {}): Promise<HTMLElement> {
    return retry(
      this.place,
      async () => {
        const found = await this.only()
        return found && (!ready || (isShown(found) && !isDisabled(found))) ? found : undefined
      },
      () => `no ${ready ? 'shown and enabled ' : ''}element for ${this.selector}`,
    )
  }

  private async act(action: (element: HTMLElement, user: UserEvent) => Promise<unknown>): Promise<void> {
    const element = await this.element({ ready: true })
    await this.place.during(() => action(element, this.place.user()))
  }

  click = () => this.act((element, user) => user.click(element))
  tap = () => this.click()
  dblclick = () => this.act((element, user) => user.dblClick(element))
  hover = () => this.act((element, user) => user.hover(element))
  focus = async () => (await this.element()).focus()
  blur = async () => (await this.element()).blur()
  fill = (text: string) =>
    this.act(async (element) => {
      element.focus()
      if (element.isContentEditable) setLines(element, text)
      else setValue(element as HTMLInputElement, text)
    })
  clear = () => this.fill('')
  check = () => this.setChecked(true)
  uncheck = () => this.setChecked(false)
  setChecked = (checked: boolean) =>
    this.act(async (element, user) => {
      if (isChecked(element) !== checked) await user.click(element)
    })

  async press(key: string): Promise<void> {
    const element = await this.element()
    element.focus()
    await this.place.typeKeys(keysOf(key))
  }

  async pressSequentially(text: string): Promise<void> {
    const element = await this.element()
    element.focus()
    await this.place.typeKeys(charactersOf(text))
  }

  selectOption = (wanted: string | { label?: string; value?: string; index?: number }) =>
    this.act(async (element, user) => {
      const { label, value, index } =
        typeof wanted === 'string' ? { label: wanted, value: wanted, index: undefined } : wanted
      const find = () =>
        [...(element as HTMLSelectElement).options].find(
          (one, at) => at === index || one.value === value || one.text.trim() === label,
        )
      const option = await retry(
        this.place,
        async () => find(),
        () => `no option ${JSON.stringify(wanted)}`,
      )
      await user.selectOptions(element, option)
    })

  async setInputFiles(given: File | File[]): Promise<void> {
    const element = await this.element()
    const { File } = element.ownerDocument.defaultView as unknown as typeof globalThis
    const files = [given].flat().map(({ name, mimeType, buffer }) => {
      return new File([buffer as unknown as BlobPart], name, { type: mimeType })
    })
    await this.place.user().upload(element, files)
    // user-event replaces only what scripts read. Forms are sent from the element's own list.
    Reflect.set(element, PropertySymbol.files, (element as HTMLInputElement).files)
  }

  async dispatchEvent(type: string): Promise<void> {
    const element = await this.element()
    const { Event } = element.ownerDocument.defaultView as unknown as typeof globalThis
    element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
  }

  textContent = async () => (await this.element()).textContent
  innerText = async () => (await this.element()).innerText
  innerHTML = async () => (await this.element()).innerHTML
  inputValue = async () => ((await this.element()) as HTMLInputElement).value
  getAttribute = async (name: string) => (await this.element()).getAttribute(name)
  allTextContents = async () => (await this.elements()).map(({ textContent }) => textContent ?? '')
  allInnerTexts = async () => (await this.elements()).map((element) => (element as HTMLElement).innerText)
  isChecked = async () => isChecked(await this.element())
  isVisible = async () => (await this.elements()).some(isShown)
  isEnabled = async () => !isDisabled(await this.element())
  scrollIntoViewIfNeeded = async () => void (await this.element())
  evaluate = async (run: unknown, arg?: unknown) => this.place.run(String(run), await this.element(), arg)
  evaluateAll = async (run: unknown, arg?: unknown) => this.place.run(String(run), await this.elements(), arg)

  waitFor = ({ state = 'visible' } = {}) =>
    retry(
      this.place,
      async () => {
        const isThere = (await this.elements()).some((one) => state === 'attached' || isShown(one))
        return isThere === (state === 'visible' || state === 'attached') || undefined
      },
      () => `${this.selector} did not become ${state}`,
    )
}

export const isDisabled = (element: Element) =>
  element.matches(':disabled') || element.closest('fieldset:disabled, [aria-disabled=true]') !== null

export const isChecked = (element: Element) =>
  'checked' in element ? Boolean(element.checked) : element.getAttribute('aria-checked') === 'true'

/** Replaces the value of a field as typing or pasting would, in one step. */
function setValue(field: HTMLInputElement, text: string): void {
  // React and user-event each put their own `value` on the field, and React would take the change for its own.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  if (!set) throw new Error(`<${field.tagName.toLowerCase()}> has no value to fill`)
  set.call(field, text)
  for (const key of Object.getOwnPropertySymbols(field))
    if (key.description === 'Displayed value in UI') Reflect.set(field, key, undefined)
  const { Event } = field.ownerDocument.defaultView as unknown as typeof globalThis
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Replaces the content of the editor. It reads changes of its DOM, as a browser makes them when someone types. */
function setLines(editor: HTMLElement, text: string): void {
  const document = editor.ownerDocument
  const lines = text.split('\n').map((line) => {
    const paragraph = document.createElement('p')
    paragraph.textContent = line
    return paragraph
  })
  editor.replaceChildren(...lines)
}

/** A text as user-event writes it: it doubles brackets */
export const charactersOf = (text: string) => text.replaceAll(/[{[]/g, '$&$&')

/** `Control+Shift+z` as user-event writes it */
export function keysOf(press: string): string {
  const parts = press === '+' ? ['+'] : press.split('+')
  const key = parts.pop() ?? ''
  const name = key === 'Space' || key === ' ' ? '[Space]' : key.length === 1 ? charactersOf(key) : `{${key}}`
  return parts.map((part) => `{${part}>}`).join('') + name + parts.map((part) => `{/${part}}`).join('')
}
