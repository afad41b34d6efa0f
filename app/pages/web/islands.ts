import type { ComponentType } from 'react'
import { manifestPath } from '../../../core/contract/manifest-path.ts'
import type { IslandMoment } from '../../../core/web/island.tsx'

/**
 * The entry script of the public site. core/contract/starter-script.ts imports it after the page's `load` event. It stays
 * small because React and each island are separate chunks.
 */
const siteIslands = {
  AddressField: () => import('../../../core/web/address-field.tsx').then((m) => m.AddressField),
  Carousel: () => import('./home/carousel.tsx').then((m) => m.Carousel),
  CopyLink: () => import('../../../core/web/admin-simple/copy-link.tsx').then((m) => m.CopyLink),
  ExcerptButton: () => import('./admin-simple/excerpt-button.tsx').then((m) => m.ExcerptButton),
  PasswordField: () => import('../../../core/web/ui/password-field.tsx').then((m) => m.PasswordField),
  WaitlistDialog: () => import('./home/waitlist-dialog.tsx').then((m) => m.WaitlistDialog),
}
type SiteIslands = typeof siteIslands
declare module '../../../core/web/island.tsx' {
  interface Islands extends SiteIslands {}
}

const ofFeatures = import.meta.glob<object>('../../../features/*/web/islands.ts', {
  eager: true,
  import: 'islands',
})
const islands: Record<string, () => Promise<unknown>> = Object.assign(
  siteIslands,
  ...Object.values(ofFeatures),
)

const hydrations = new WeakMap<HTMLElement, Promise<boolean>>()

// After 3 s, when the fonts and pictures of the page have usually loaded
setTimeout(addManifest, 3000)
whenFree(countClicks)
closeMenuWhenFollowed()
const moments: Record<IslandMoment, (element: HTMLElement) => void> = {
  visible: whenVisible,
  idle: whenIdle,
  interaction: whenUsed,
}
for (const element of document.querySelectorAll<HTMLElement>('[data-island]'))
  moments[element.dataset.when as IslandMoment](element)

/** Until this code has loaded, and if it fails to load, the links' `ping` attributes count the clicks. */
function countClicks() {
  import('./count-clicks.ts').then(
    (module) => module.countClicks(),
    () => {},
  )
}

/** Adds the web app manifest late. In the HTML it would compete with the fonts, although the page does not need it. */
function addManifest() {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = manifestPath
  document.head.append(link)
}

/** Closes the menu on a click on a link. Browsers keep a popover open if the link leads to the same page. */
function closeMenuWhenFollowed() {
  const menu = document.getElementById('site-menu')
  menu?.addEventListener('click', (event) => {
    const followed = event.target instanceof Element && event.target.closest('a')
    if (followed && menu.matches(':popover-open')) menu.hidePopover()
  })
}

function whenVisible(element: HTMLElement) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      void hydrate(element)
    },
    { rootMargin: '200px' },
  )
  observer.observe(element)
}

function whenIdle(element: HTMLElement) {
  whenFree(() => void hydrate(element))
}

function whenFree(run: () => void) {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 200)
}

function whenUsed(element: HTMLElement) {
  const events = ['pointerenter', 'focusin', 'touchstart'] as const
  const wake = () => void hydrate(element)
  for (const event of events) element.addEventListener(event, wake, { once: true, passive: true })
  // The visitor may already be using the island, in which case these events have passed.
  if (element.matches(':hover, :focus-within')) wake()

  // A click before the island's code has loaded is held back and repeated once after hydration, also if it was a double
  // click. If the code cannot be loaded, the link is followed or the form is submitted as it would be without JavaScript.
  let isHolding = false
  element.addEventListener('click', async function hold(event) {
    if (!(event.target instanceof Element) || element.dataset.alive !== undefined) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    const target = event.target.closest<HTMLElement>('a, button')
    if (!target) return
    event.preventDefault()
    if (isHolding) return
    isHolding = true
    const isAlive = await hydrate(element)
    element.removeEventListener('click', hold)
    if (isAlive) target.click()
    else if (target instanceof HTMLAnchorElement) location.assign(target.href)
    else if (target instanceof HTMLButtonElement && target.form) target.form.requestSubmit(target)
  })
}

function hydrate(element: HTMLElement): Promise<boolean> {
  const running = hydrations.get(element) ?? startHydration(element)
  hydrations.set(element, running)
  return running
}

async function startHydration(element: HTMLElement): Promise<boolean> {
  const { island, props = '{}', prefix = '' } = element.dataset
  try {
    const [{ createElement }, { hydrateRoot }, { flushSync }, component] = await Promise.all([
      import('react'),
      import('react-dom/client'),
      import('react-dom'),
      // The cast is safe, because the server rendered the same component with these props.
      islands[island ?? '']?.() as Promise<ComponentType<object>>,
    ])
    // Synchronous, so that the handlers are attached before a held click is repeated.
    flushSync(() => {
      hydrateRoot(element, createElement(component, JSON.parse(props)), { identifierPrefix: prefix })
    })
    element.dataset.alive = ''
    return true
  } catch {
    // The code could not be loaded. The page works as it does without JavaScript, and the next event tries again.
    hydrations.delete(element)
    return false
  }
}
