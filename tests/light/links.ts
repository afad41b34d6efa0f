import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

export async function expectBooking(link: Locator): Promise<void> {
  await expectNewTab(link)
  await expect(link).toHaveAttribute('href', /^https?:\/\/.+\/schedule\/info$/)
}

export async function expectNewTab(link: Locator): Promise<void> {
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /\bnoopener\b/)
  await expect(link).toHaveAttribute('href', /^https?:\/\//)
}
