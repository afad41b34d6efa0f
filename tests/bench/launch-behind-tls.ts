import { z } from 'zod'
import { type AppProcess, freeAddress, launchApp } from './app-process.ts'
import { request, startChild } from './child-process.ts'

/** Starts the server behind a proxy with TLS and HTTP/2, which is how visitors reach it in production. */
export async function launchBehindTls(
  env: Record<string, string>,
): Promise<Pick<AppProcess, 'url' | 'stop'>> {
  const { port } = await freeAddress()
  const url = `https://127.0.0.1:${port}`
  const app = await launchApp({ ...env, PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' })
  const front = startChild('./tls-front.ts')
  await request(front.child, { port, appPort: app.port }, z.literal('listening'))
  return {
    url,
    async stop() {
      await front.stop()
      await app.stop()
    },
  }
}
