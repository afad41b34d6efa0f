import { createHash, X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import { launch } from 'puppeteer-core'
import { chromiumArguments } from './chromium.ts'
import type { ReverseProxy } from './proxies.ts'

/** The protocol, such as `h3`, by which Chromium gets a page if it has to begin with QUIC. */
export async function readProtocolOverQuic(
  executablePath: string,
  proxy: ReverseProxy,
  path: string,
): Promise<string> {
  const browser = await launch({
    browser: 'chrome',
    executablePath,
    args: [
      ...chromiumArguments.filter((argument) => argument !== '--disable-quic'),
      `--origin-to-force-quic-on=localhost:${proxy.port}`,
      `--ignore-certificate-errors-spki-list=${await readKeyHash(proxy)}`,
    ],
  })
  try {
    const page = await browser.newPage()
    const response = await page.goto(`https://localhost:${proxy.port}${path}`)
    if (response?.status() !== 200) throw new Error(`${path} answered ${response?.status()}`)
    return await page.evaluate(
      () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
    )
  } finally {
    await browser.close()
  }
}

/** The hash by which Chromium recognizes the key of a certificate. */
async function readKeyHash({ port, ca }: ReverseProxy): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca })
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  const { publicKey } = new X509Certificate(socket.getPeerCertificate().raw)
  socket.destroy()
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
}
