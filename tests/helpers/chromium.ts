import { findChromium } from '../../tools/chromium.js'

/** Arguments for every Chromium that tests, the bench, and `npm run screens` start. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * Arguments for Playwright's Chromium. Chromium reads only the last `--disable-features`, so the list repeats the
 * features that Playwright disables.
 */
export const playwrightArguments = [
  ...chromiumArguments,
  `--disable-features=${[
    // With these, each window loads the suggestions of its address bar, which costs more than most pages of the app.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    // With this one, each page starts a spare process for the next site.
    'SpareRendererForSitePerProcess',
    // Playwright disables these itself: see "chromiumSwitches" in node_modules/playwright-core/lib/coreBundle.js.
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ].join(',')}`,
]

export function chromiumPath(): string {
  const path = findChromium()
  if (path) return path
  throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH to one that is installed.')
}
