import vm from 'node:vm'
import { userEvent } from '@testing-library/user-event'
import {
  Browser,
  type BrowserContext,
  type BrowserPage,
  type BrowserWindow,
  CookieSameSiteEnum,
  PropertySymbol,
} from 'happy-dom'
import { addBrowserBehavior } from './browser-behavior.ts'
import { charactersOf, Finder, keysOf, Locator, type PageTools, type Place, retry } from './locator.ts'
import { runModule } from './modules.ts'
import { matchesUrl, Network } from './network.ts'

const toolsUrl = new URL('tools.js', import.meta.url).href
type Tools = typeof import('ivya') & typeof import('ivya/utils')
type Cookie = { name: string; value: string; url: string }

/** The part of Playwright's `BrowserContext` that the tests use: pages that share cookies, storage, and a network */
export class LightContext {
  readonly origin: string
  readonly network: Network
  readonly runsScripts: boolean
  /** Errors that no test expects by itself: of the console, of scripts, and of requests */
  readonly problems: string[]
  private readonly browser: Browser
  private readonly context: BrowserContext
  private readonly startScripts: string[] = []
  private local: Storage | undefined
  private readonly pages: LightPage[] = []

  constructor(origin: string, { javaScriptEnabled = true } = {}) {
    this.origin = origin
    this.runsScripts = javaScriptEnabled
    this.network = new Network(origin, () =>
      this.context.cookieContainer
        .getCookies(new URL(origin), false)
        .map(({ key, value }) => `${key}=${value}`)
        .join('; '),
    )
    this.problems = this.network.problems
    const windows = new WeakSet<BrowserWindow>()
    this.browser = new Browser({
      settings: {
        enableJavaScriptEvaluation: true,
        suppressInsecureJavaScriptEnvironmentWarning: true,
        disableJavaScriptFileLoading: true,
        handleDisabledFileLoadingAsSuccess: true,
        device: { prefersReducedMotion: 'reduce' },
        fetch: { interceptor: this.network.interceptor },
        navigation: {
          beforeContentCallback: (window) => {
            if (windows.has(window)) return
            windows.add(window)
            this.prepare(window)
          },
        },
      },
    })
    this.context = this.browser.defaultContext
  }

  private prepare(window: BrowserWindow): void {
    this.local ??= new window.Storage() as unknown as Storage
    const page = this.pages.find((page) => page.frameWindow === window)
    const session = (page?.session ?? new window.Storage()) as unknown as Storage
    if (page) page.session = session
    addBrowserBehavior(window, { local: this.local, session })
    Object.defineProperty(window.navigator, 'onLine', { get: () => !this.network.isOffline })
    window.addEventListener('error', (event) => {
      const { message, error } = event as unknown as ErrorEvent
      this.problems.push(`exception: ${error?.message ?? message}`)
    })
    Object.assign(window, {
      confirm: (question: string) => this.ask('confirm', question),
      alert: (text: string) => void this.ask('alert', text),
    })
    for (const script of this.startScripts) run(window, script)
  }

  /** Emits a dialog as Playwright does. It is dismissed unless a listener accepts it. */
  ask(type: string, message: string): boolean {
    let isAccepted = false
    const accept = async () => {
      isAccepted = true
    }
    this.network.emit('dialog', {
      type: () => type,
      message: () => message,
      accept,
      dismiss: async () => {},
    })
    return isAccepted
  }

  async newPage(): Promise<LightPage> {
    const page = new LightPage(this, this.context.newPage())
    this.pages.push(page)
    return page
  }

  async addCookies(cookies: Cookie[]): Promise<void> {
    this.context.cookieContainer.addCookies(
      cookies.map(({ name, value, url }) => ({
        key: name,
        value,
        originURL: new URL(url),
        path: '/',
        domain: '',
        secure: false,
        httpOnly: false,
        sameSite: CookieSameSiteEnum.lax,
        expires: null,
      })),
    )
  }

  async clearCookies(): Promise<void> {
    const url = new URL(this.origin)
    this.context.cookieContainer.addCookies(
      this.context.cookieContainer
        .getCookies(url, false)
        .map((cookie) => ({ ...cookie, originURL: url, expires: new Date(0) })),
    )
  }

  async addInitScript(script: unknown): Promise<void> {
    this.startScripts.push(String(script))
  }

  forgetResponses = () => this.context.responseCache.clear()

  async setOffline(isOffline: boolean): Promise<void> {
    this.network.isOffline = isOffline
    for (const { frameWindow } of this.pages)
      frameWindow.dispatchEvent(new frameWindow.Event(isOffline ? 'offline' : 'online'))
  }

  async close(): Promise<void> {
    await Promise.all(this.pages.map((page) => page.close()))
    await this.browser.close()
  }
}

/** The part of Playwright's `Page` that the tests use, over a light DOM that runs the built app. */
export class LightPage extends Finder implements Place {
  session: object | undefined
  private isClosed = false
  private readonly owner: LightContext
  private readonly page: BrowserPage
  private readonly booted = new WeakMap<object, Promise<PageTools>>()
  private readonly users = new WeakMap<object, ReturnType<typeof userEvent.setup>>()

  constructor(owner: LightContext, page: BrowserPage) {
    super()
    this.owner = owner
    this.page = page
    page.virtualConsolePrinter.addEventListener('print', () => {
      // The network notes failed requests itself, and a request that a navigation aborts is no failure.
      for (const { type, message } of page.virtualConsolePrinter.read())
        if (type === 'error' && !this.isClosed && !/^[A-Z]+ http|^AbortError/.test(String(message[0])))
          owner.problems.push(`console: ${message.map(String).join(' ')}`)
    })
  }

  get frameWindow(): BrowserWindow {
    return this.page.mainFrame.window
  }

  context = () => this.owner
  url = () => this.page.url
  title = async () => this.frameWindow.document.title
  content = async () => this.page.content

  /** From then on, the page says nothing: what it was about to hydrate has no document any more. */
  close(): Promise<void> {
    this.isClosed = true
    return this.page.close()
  }

  locator(selector: string, filter = {}): Locator {
    return new Locator(this, selector).filter(filter)
  }

  /** Tells the page that it is left. Returns false if it asks, and the user stays. */
  private leave(): boolean {
    const window = this.frameWindow
    const question = new window.Event('beforeunload', { cancelable: true })
    if (!window.dispatchEvent(question) && !this.owner.ask('beforeunload', '')) return false
    window.dispatchEvent(new window.Event('pagehide'))
    return true
  }

  async goto(path: string) {
    this.leave()
    // Browsers ask again for a page that is opened. happy-dom would show the one that it has.
    this.owner.forgetResponses()
    const response = await this.page.goto(new URL(path, this.owner.origin).href)
    await this.ready()
    return (
      response && {
        status: () => response.status,
        ok: () => response.ok,
        headers: () => Object.fromEntries(response.headers as unknown as Iterable<[string, string]>),
      }
    )
  }

  async reload(): Promise<void> {
    // A browser reloads where a redirect led, but happy-dom would send the form again that was redirected.
    const { currentItem } = this.page.mainFrame[PropertySymbol.history]
    if (currentItem.href !== this.url())
      Object.assign(currentItem, { href: this.url(), method: 'GET', formData: null })
    this.leave()
    await this.page.reload()
    await this.ready()
  }

  async goBack(): Promise<void> {
    this.frameWindow.history.back()
    await this.change()
    await this.ready()
  }

  async goForward(): Promise<void> {
    this.frameWindow.history.forward()
    await this.change()
    await this.ready()
  }

  /** Runs the scripts of a page that was opened since the last call, and returns what finds its elements. */
  ready(): Promise<PageTools> {
    const window = this.frameWindow
    const known = this.booted.get(window) ?? this.boot(window)
    this.booted.set(window, known)
    return known
  }

  private async boot(window: BrowserWindow): Promise<PageTools> {
    const isLoaded = () =>
      window.document.readyState === 'complete' && window.document.body?.firstElementChild
    while (!isLoaded() && this.frameWindow === window) await this.change()
    const tools = (await runModule(window, toolsUrl)) as Tools
    const selectors = tools.Ivya.create({ browser: 'chromium' })
    ;(window.document.querySelector('[autofocus]') as HTMLElement | null)?.focus()
    // The script of public pages waits for the first paint, which never comes here.
    for (const script of window.document.querySelectorAll('script[type=module]')) {
      const address = script.getAttribute('src') ?? script.getAttribute('data-islands')
      if (this.owner.runsScripts && address)
        await runModule(window, new URL(address, this.owner.origin).href, this.owner.network.requestModule)
    }
    return { ...tools, find: (selector) => selectors.queryLocatorSelectorAll(selector) }
  }

  run = (source: string, ...args: unknown[]) => run(this.frameWindow, source, ...args)
  evaluate = async (source: unknown, arg?: unknown) => this.run(String(source), arg)
  addInitScript = (script: unknown) => this.owner.addInitScript(script)

  user() {
    const window = this.frameWindow
    const known =
      this.users.get(window) ??
      userEvent.setup({
        document: window.document as unknown as Document,
        delay: null,
        pointerEventsCheck: 0,
        applyAccept: false,
      })
    this.users.set(window, known)
    return known
  }

  keyboard = {
    press: (key: string) => this.typeKeys(keysOf(key)),
    type: (text: string) => this.typeKeys(charactersOf(text)),
  }

  typeKeys = (keys: string) => this.during(() => this.user().keyboard(keys))

  async during(action: () => Promise<unknown>): Promise<void> {
    const window = this.frameWindow
    await action().catch((error: unknown) => {
      if (this.frameWindow === window) throw error
    })
  }

  /** Resolves at the next change of the document, and after 30 ms at the latest. */
  change(): Promise<void> {
    const { document, MutationObserver } = this.frameWindow
    return new Promise((resolve) => {
      const observer = new MutationObserver(() => end())
      const timer = setTimeout(() => end(), 30)
      const end = () => {
        clearTimeout(timer)
        observer.disconnect()
        resolve()
      }
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })
  }

  route: Network['route'] = (...args) => this.owner.network.route(...args)
  unroute: Network['unroute'] = (...args) => this.owner.network.unroute(...args)
  unrouteAll = () => this.owner.network.unrouteAll()
  on = (event: string, listener: (...args: unknown[]) => void) => void this.owner.network.on(event, listener)
  once = (event: string, listener: (...args: unknown[]) => void) =>
    void this.owner.network.once(event, listener)
  waitForRequest = (wanted: Parameters<typeof matchesUrl>[0]) => this.waitForEvent('request', wanted)
  waitForResponse = (wanted: Parameters<typeof matchesUrl>[0]) => this.waitForEvent('response', wanted)

  waitForEvent(name: string, wanted?: unknown): Promise<unknown> {
    if (!['request', 'response', 'dialog'].includes(name))
      throw new Error(`a light page has no event ${name}`)
    return new Promise((resolve) => {
      const listener = (one: { url(): string }) => {
        const isWanted =
          wanted === undefined || typeof wanted === 'function'
            ? (wanted?.(one) ?? true)
            : matchesUrl(wanted as string | RegExp, one.url(), this.owner.origin)
        if (!isWanted) return
        this.owner.network.off(name, listener)
        resolve(one)
      }
      this.owner.network.on(name, listener)
    })
  }

  async waitForURL(wanted: string | RegExp): Promise<void> {
    await retry(
      this,
      async () => matchesUrl(wanted, this.url(), this.owner.origin) || undefined,
      () => `the page stayed at ${this.url()}`,
    )
    await this.ready()
  }

  waitForLoadState = async () => void (await this.ready())
  waitForFunction = (source: unknown, arg?: unknown) =>
    retry(
      this,
      async () => this.run(String(source), arg) || undefined,
      () => `${source} stayed false`,
    )

  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    this.page.setViewport({ width, height })
  }
}

/** Calls a function, given by its source, in a window. */
function run(window: BrowserWindow, source: string, ...args: unknown[]): unknown {
  return (
    vm.runInContext(`(${source})`, window as unknown as vm.Context) as (...given: unknown[]) => unknown
  )(...args)
}
