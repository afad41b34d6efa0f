import { type Browser, launch } from 'puppeteer-core'
import { chromiumArguments } from '../helpers/chromium.ts'
import type { Driver } from './driver.ts'

/** Starts Chromium and drives it with the DevTools protocol. */
export const driveChromium = async (executablePath: string): Promise<Driver> =>
  drive('Chromium', await launch({ browser: 'chrome', executablePath, args: chromiumArguments }))

/** Starts Firefox and drives it with WebDriver BiDi, which is built in and needs no other program. */
export const driveFirefox = async (executablePath: string): Promise<Driver> =>
  drive('Firefox', await launch({ browser: 'firefox', executablePath }))

async function drive(engine: 'Chromium' | 'Firefox', browser: Browser): Promise<Driver> {
  const page = (await browser.pages())[0] ?? (await browser.newPage())
  return {
    engine,
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    back: async () => void (await page.goBack()),
    reload: async () => void (await page.reload()),
    run: (body, ...args) =>
      page.evaluate(`(function () { ${body} }).apply(null, ${JSON.stringify(args)})`) as Promise<never>,
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async press(key, held) {
      if (held) await page.keyboard.down(held)
      await page.keyboard.press(key)
      if (held) await page.keyboard.up(held)
    },
    async upload(selector, path) {
      const input = await page.$(`${selector}`)
      if (!input) throw new Error(`There is no file input ${selector}`)
      await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}
