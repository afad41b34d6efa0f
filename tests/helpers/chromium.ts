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

/** Arguments for Playwright's Chromium. Chromium reads only the last `--disable-features`, so this one repeats Playwright's own. */
export const playwrightArguments = [
  ...chromiumArguments,
  `--disable-features=${[
    // Each window would load the suggestions of its address bar, which costs more than most of our pages.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    // Each page would start a spare process for the next site.
    'SpareRendererForSitePerProcess',
    // Playwright's own, see node_modules/playwright-core/lib/coreBundle.js ("chromiumSwitches").
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
  const path = process.env.CHROMIUM_PATH
  if (path) return path
  throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH to one that is installed.')
}
