import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BareRenderer, createDevRenderer } from '../../../features/site/server/files/renderer.ts'

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export type DevTools = { renderer: BareRenderer; middleware: Middleware; close(): Promise<void> }

/** Runs Vite inside the server: pages are rendered from the sources; styles and islands reload automatically. */
export async function createDevTools(): Promise<DevTools> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return { renderer: createDevRenderer(vite), middleware: vite.middlewares, close: () => vite.close() }
}
