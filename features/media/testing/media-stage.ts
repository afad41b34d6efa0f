import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '../../../core/contract/paths.ts'

export const makePicture = (background: string, width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

export const photo = async (name = 'food-bank.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await makePicture('#4a7'),
})

export async function openNewPost(page: Page): Promise<void> {
  await page.goto(paths.admin)
  await page.getByRole('textbox', { name: 'Title' }).fill('Boxes on Friday')
  await page.getByRole('textbox', { name: 'Content' }).fill('Before the picture.')
}

export const words = (page: Page) => page.getByRole('textbox', { name: 'Image description (alt text)' })

export const dialog = (page: Page) => page.getByRole('dialog')
