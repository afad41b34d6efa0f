import type { Locator } from '@playwright/test'

/** Clicks like a user and counts the presses: of a button, a link, a box, words, or an option. Typing does not count. */
export function countClicks() {
  const counter = {
    count: 0,
    async click(target: Locator) {
      counter.count++
      await target.click({ timeout: 15_000 })
    },
    async choose(list: Locator, option: string) {
      counter.count++
      await list.selectOption(option)
    },
  }
  return counter
}
export type Clicks = ReturnType<typeof countClicks>
