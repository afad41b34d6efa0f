import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'

export const reply = (content: string) =>
  JSON.stringify({ title: 'A title', content, excerpt: 'In short.', tags: ['One', 'Two', 'Three'] })

export const toast = (page: Page, text: string | RegExp) =>
  page.getByText(text, typeof text === 'string' ? { exact: true } : {}).first()

export const yourText = (page: Page) => page.getByLabel('Your text')

export const enhance = (page: Page) => page.getByRole('button', { name: 'Enhance with AI' }).click()

export async function openInput(page: Page, text = ''): Promise<void> {
  await page.goto(paths.adminTab('content-input'))
  await yourText(page).fill(text)
}
