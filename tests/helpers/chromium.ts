/** For every Chromium that tests, bench and screens start. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export function chromiumPath(): string {
  const path = process.env.CHROMIUM_PATH
  if (path) return path
  throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH to one that is installed.')
}
