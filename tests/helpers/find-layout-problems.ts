import type { Page } from '@playwright/test'

/** Hydrates every island of the page, as if a visitor had scrolled to it and used it. */
export async function hydrateIslands(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const waiting = document.querySelectorAll<HTMLElement>('[data-island]:not([data-alive])')
    for (const island of waiting) {
      island.scrollIntoView()
      island.dispatchEvent(new Event('pointerenter'))
    }
    return waiting.length === 0
  })
  // The header stays at the top of a wide window, over the text below it.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}

/**
 * Lists what is wrong with the layout of the page in words: it scrolls sideways, a text is outside of the window or of
 * its box, or two texts overlap. Opens everything that is folded, and the menu of a narrow window, so that they are
 * checked, too.
 */
export async function findLayoutProblems(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const isNarrow = document.querySelector('.menu-button')?.checkVisibility()
    if (isNarrow) document.getElementById('site-menu')?.showPopover()
  })
  return page.evaluate(listProblems)
}

/** Runs in the browser, so it uses nothing from outside. */
function listProblems(): string[] {
  const problems: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth)
    problems.push(`the page is ${scrollWidth} px wide in a window of ${innerWidth} px`)

  const name = (element: Element) =>
    `${element.tagName.toLowerCase()}${element.className && typeof element.className === 'string' ? `.${element.className.replaceAll(' ', '.')}` : ''} “${element.textContent?.slice(0, 30)}”`
  /** Not for people who see the page */
  const hidden =
    '.sr-only, .skip-link, .honeypot, dialog:not([open]), [aria-hidden="true"], option, svg, script, style'
  const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
  function blockOf(element: Element): Element {
    return isInline(element) && element.parentElement ? blockOf(element.parentElement) : element
  }

  /** Boxes with their texts. A list that scrolls sideways shows one of its members at a time. */
  const boxes = new Map<Element, DOMRect>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (
      !parent ||
      !node.textContent?.trim() ||
      parent.closest(hidden) ||
      !parent.checkVisibility({ visibilityProperty: true })
    )
      continue
    const block = blockOf(parent)
    const box = block.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    const scroller = parent.closest('.slides')
    const slide = parent.closest('.slide')?.getBoundingClientRect()
    boxes.set(block, box)
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      if (rect.width === 0) continue
      // A quotation mark hangs in the margin.
      const slack = block.tagName === 'BLOCKQUOTE' ? 24 : 2
      if (rect.left < box.left - slack || rect.right > box.right + slack)
        problems.push(`${name(block)} is ${Math.round(rect.right - box.right)} px wider than its box`)
      const [left, right] = scroller && slide ? [slide.left, slide.right] : [0, innerWidth]
      if (rect.left < left - 1 || rect.right > right + 1)
        problems.push(`${name(block)} is outside of the window`)
      break
    }
    for (let outer = block.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(outer)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      if (outer.matches('.slides') || outer.closest('.logo')) break
      const frame = outer.getBoundingClientRect()
      if (
        box.left < frame.left - 1 ||
        box.right > frame.right + 1 ||
        (/hidden|clip/.test(overflowY) && box.bottom > frame.bottom + 1)
      )
        problems.push(`${name(block)} is cut off by ${name(outer)}`)
    }
  }

  /** The bar around a text that stays in the window while the texts below it scroll */
  function barOf(element: Element | null): Element | undefined {
    if (!element) return undefined
    return /sticky|fixed/.test(getComputedStyle(element).position) ? element : barOf(element.parentElement)
  }
  const texts = [...boxes].filter(([element]) => !element.closest('.slides, [popover]'))
  for (const [index, [one, a]] of texts.entries())
    for (const [other, b] of texts.slice(index + 1)) {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (
        width > 2 &&
        height > 2 &&
        !one.contains(other) &&
        !other.contains(one) &&
        barOf(one) === barOf(other)
      )
        problems.push(
          `${name(one)} and ${name(other)} overlap by ${Math.round(width)} x ${Math.round(height)} px`,
        )
    }
  return [...new Set(problems)].slice(0, 20)
}
