import { type ChildProcess, spawn } from 'node:child_process'
import { Builder, By, Capabilities, Key as Keys } from 'selenium-webdriver'
import { freePort } from '../helpers/free-port.ts'
import type { Driver, Key } from './driver.ts'

const keys: Record<Key, string> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  ArrowDown: Keys.ARROW_DOWN,
  ArrowRight: Keys.ARROW_RIGHT,
  Home: Keys.HOME,
  End: Keys.END,
  a: 'a',
  s: 's',
}

type Programs = { driver: string; browser: string; xvfb: string }

/** Starts WebKitGTK's MiniBrowser and drives it with WebDriver. It has no headless mode, so it runs in Xvfb. */
export async function driveWebKit(programs: Programs): Promise<Driver> {
  const port = await freePort()
  const screen = ['-a', '-s', '-screen 0 1600x1200x24']
  // The driver and the virtual display are one process group, so that `endGroup` stops both.
  const server = spawn(programs.xvfb, [...screen, programs.driver, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  })
  try {
    const options = { binary: programs.browser, args: ['--automation'] }
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': options,
    })
    await waitUntilOpen(port)
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build()
    const resize = async (width: number, height: number) => {
      const window = driver.manage().window()
      const outer = await window.setRect({ width, height })
      const inner = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]')
      await window.setRect({
        width: width + outer.width - inner[0],
        height: height + outer.height - inner[1],
      })
    }
    return {
      engine: 'WebKit',
      open: (url) => driver.get(url),
      back: () => driver.navigate().back(),
      reload: () => driver.navigate().refresh(),
      run: (body, ...args) => driver.executeScript(body, ...args),
      clickAt: (x, y) => driver.actions().move({ x, y }).click().perform(),
      type: (text) => driver.actions().sendKeys(text).perform(),
      async press(key, held) {
        const actions = driver.actions()
        if (held) actions.keyDown(Keys.CONTROL)
        actions.sendKeys(keys[key])
        if (held) actions.keyUp(Keys.CONTROL)
        await actions.perform()
      },
      upload: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
      resize,
      screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      async close() {
        await driver.quit().catch(() => {})
        endGroup(server)
      },
    }
  } catch (error) {
    endGroup(server)
    throw error
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid)
  } catch {
    // The process has already ended.
  }
}

async function waitUntilOpen(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    )
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('WebKitWebDriver did not start within 20 seconds.')
}
