import vm from 'node:vm'
import type { BrowserWindow } from 'happy-dom'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex]'

/**
 * A browser leaves out these elements, or what they contain, as long as nothing else is said by a style sheet. Popovers
 * count as shown, because style sheets show ours on wide screens.
 */
const isHidden = (element: Element): boolean =>
  element.hasAttribute('hidden') ||
  /^(HEAD|SCRIPT|STYLE|TEMPLATE)$/.test(element.tagName) ||
  (element.tagName === 'DIALOG' && !element.hasAttribute('open')) ||
  (element as HTMLElement).style?.display === 'none' ||
  (element.parentElement?.tagName === 'DETAILS' &&
    !element.parentElement.hasAttribute('open') &&
    element.tagName !== 'SUMMARY')

const inline = /^(A|ABBR|B|BDI|CODE|EM|I|LABEL|MARK|Q|S|SMALL|SPAN|STRONG|SUB|SUP|TIME)$/

/** Whether a browser without style sheets would show an element */
export function isShown(element: Element): boolean {
  if (!element.isConnected) return false
  for (let one: Element | null = element; one; one = one.parentElement) if (isHidden(one)) return false
  return true
}

/**
 * Adds what happy-dom leaves out and the app relies on: focus and Escape of modal dialogs, popovers, elements that
 * become visible, and storage that survives a reload. Nothing is laid out, and no style sheet is loaded.
 */
export function addBrowserBehavior(
  window: BrowserWindow,
  storage: { local: Storage; session: Storage },
): void {
  addDialogs(window)
  addSizes(window)
  addClicks(window)
  Object.defineProperty(window.HTMLSelectElement.prototype, 'size', {
    configurable: true,
    get(this: Element) {
      return Number(this.getAttribute('size'))
    },
  })
  Object.defineProperty(window.HTMLOptionElement.prototype, 'defaultSelected', {
    configurable: true,
    get(this: Element) {
      return this.hasAttribute('selected')
    },
    set(this: Element, isDefault: boolean) {
      this.toggleAttribute('selected', isDefault)
    },
  })
  Object.assign(window, {
    TextDecoderStream,
    scrollTo() {},
    // Everything counts as visible, because nothing is laid out.
    IntersectionObserver: class {
      private readonly report: (entries: object[]) => void
      constructor(report: (entries: object[]) => void) {
        this.report = report
      }
      observe(target: object) {
        window.queueMicrotask(() => this.report([{ target, isIntersecting: true, intersectionRatio: 1 }]))
      }
      unobserve() {}
      disconnect() {}
    },
  })
  vm.runInContext(cloneSource, window as unknown as vm.Context)
  Object.defineProperty(window, 'localStorage', { value: storage.local })
  Object.defineProperty(window, 'sessionStorage', { value: storage.session })
}

/** Clones what the app clones. Node's own function would make objects of another window. */
const cloneSource = `globalThis.structuredClone = (value) =>
  Array.isArray(value) ? value.map(structuredClone)
  : value === null || typeof value !== 'object' || value instanceof Date ? value
  : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, structuredClone(inner)]))`

/** Gives every shown element a size. Without style sheets, a computed style says no more than whether it is shown. */
function addSizes(window: BrowserWindow): void {
  const styles = new WeakMap<Element, object>()
  const sizeOf = (size: number) => new window.DOMRect(0, 0, size, size)
  const prototype = window.Element.prototype as unknown as Element
  prototype.scrollIntoView = () => {}
  prototype.checkVisibility = function () {
    return isShown(this)
  }
  Object.assign(prototype, {
    getBoundingClientRect(this: Element) {
      return sizeOf(isShown(this) ? 10 : 0)
    },
  })
  Object.assign(window.Range.prototype, { getBoundingClientRect: () => sizeOf(10) })
  Object.assign(window, {
    getComputedStyle(element: HTMLElement, pseudo?: string) {
      const known = styles.get(element)
      if (known && !pseudo) return known
      const style = new Proxy(element.style, {
        get(target, name) {
          if (name === 'display')
            return isHidden(element) ? 'none' : inline.test(element.tagName) ? 'inline' : 'block'
          if (name === 'visibility') return 'visible'
          if (name === 'getPropertyValue') return (property: string) => target.getPropertyValue(property)
          return pseudo ? '' : Reflect.get(target, name, target)
        },
      })
      if (!pseudo) styles.set(element, style)
      return style
    },
  })
}

/** What a click does that no script handles: it opens and closes popovers, and focuses what a link on the page leads to. */
function addClicks(window: BrowserWindow): void {
  const setPopover = (show?: boolean) =>
    function (this: HTMLElement) {
      const shown = show ?? !this.hasAttribute('data-popover-open')
      this.toggleAttribute('data-popover-open', shown)
      const toggle = new window.Event('toggle') as unknown as Event
      this.dispatchEvent(Object.assign(toggle, { newState: shown ? 'open' : 'closed' }))
    }
  Object.assign(window.HTMLElement.prototype, {
    showPopover: setPopover(true),
    hidePopover: setPopover(false),
    togglePopover: setPopover(),
  })
  window.addEventListener('click', (event) => {
    const target = event.target as unknown as Element
    const fragment = target.closest?.('a')?.getAttribute('href')
    if (fragment?.startsWith('#') && !event.defaultPrevented)
      (window.document.getElementById(fragment.slice(1)) as unknown as HTMLElement | null)?.focus()
    const button = target.closest?.('[popovertarget]')
    const id = button?.getAttribute('popovertarget')
    if (id) (window.document.getElementById(id) as unknown as HTMLElement | null)?.togglePopover()
  })
}

function addDialogs(window: BrowserWindow): void {
  const dialog = window.HTMLDialogElement.prototype as unknown as HTMLDialogElement
  const { close } = dialog
  const document = window.document as unknown as Document
  const returnTo = new WeakMap<HTMLDialogElement, Element | null>()
  dialog.showModal = function () {
    returnTo.set(this, document.activeElement)
    this.setAttribute('open', '')
    this.setAttribute('data-modal', '')
    const first = this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>(focusable)
    first?.focus()
  }
  dialog.close = function (value) {
    const wasModal = this.hasAttribute('data-modal')
    this.removeAttribute('data-modal')
    close.call(this, value)
    const back = returnTo.get(this) as HTMLElement | null | undefined
    if (wasModal && back?.isConnected) back.focus()
  }
  window.addEventListener('keydown', (given) => {
    const event = given as unknown as KeyboardEvent
    const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[data-modal]')].at(-1)
    if (event.key !== 'Escape' || event.defaultPrevented || !open) return
    const cancel = new window.Event('cancel', { cancelable: true }) as unknown as Event
    if (open.dispatchEvent(cancel)) open.close()
  })
}
