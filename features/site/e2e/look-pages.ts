import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { writeLookStyle } from '../../../core/contract/look/look-style.ts'
import { derivePalette, type PickedColors } from '../../../core/contract/look/palette.ts'
import { findViolations } from '../../../tests/e2e/accessibility.ts'
import { countClicks } from '../../../tests/e2e/clicks.ts'
import { expect } from '../../../tests/e2e/fixtures.ts'

/**
 * Shows the open page in each of the picked colors, light and dark, and runs axe. Returns one text for each element that
 * has too little contrast.
 */
export async function findWeakContrast(page: Page, picks: PickedColors[]): Promise<string[]> {
  const weak: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    // With motion, colors that are still changing would be measured.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const picked of picks) {
      await showInColors(page, picked)
      const violations = await findViolations(page, ['color-contrast'])
      weak.push(
        ...violations.map((text) => `${picked.mainColor} ${picked.actionColor} ${colorScheme}: ${text}`),
      )
    }
  }
  return weak
}

/**
 * Shows the open page in picked colors, as if they were published: with the style sheet of the look, which the browser
 * adopts, because the security policy allows no style elements.
 */
async function showInColors(page: Page, picked: PickedColors): Promise<void> {
  const css = writeLookStyle({ palette: derivePalette(picked).palette, corners: 'round' })
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
}

/** Uploads a picture of a dark blue disk as the logo, in the open form of the look. */
export async function uploadLogo(page: Page, { click } = countClicks()): Promise<void> {
  const disk = Buffer.from(
    '<svg width="600" height="200"><circle cx="100" cy="100" r="90" fill="#101840"/></svg>',
  )
  await click(page.getByRole('button', { name: 'Choose a logo' }))
  const dialog = page.getByRole('dialog')
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await sharp(disk).png().toBuffer() }
  await dialog.locator('input[type="file"]').setInputFiles(file)
  // The name of the site describes it.
  await expect(dialog).toHaveCount(0)
  // A dark logo needs something light behind it in dark mode.
  await expect(page.getByLabel('Plate behind the logo')).toHaveValue('light')
}
