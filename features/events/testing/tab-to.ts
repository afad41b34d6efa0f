import { expect, type Locator } from '@playwright/test'

/** Presses Tab until an element has the focus, and fails if it never gets it. */
export async function tabTo(wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  await expect(async () => {
    await wanted.page().keyboard.press('Tab')
    await expect(wanted).toBeFocused({ timeout: 1 })
  }).toPass({ intervals: [1], timeout: 15_000 })
}
