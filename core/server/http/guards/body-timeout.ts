import type { FastifyInstance } from 'fastify'
import { sendRawReply } from '../raw-replies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Max seconds for the body of a request to arrive, if it is more than the default */
    arrivalSeconds?: number
  }
}

const defaultSeconds = 30
/** Upper limit for every route */
export const maxBodySeconds = 300

/** Ends requests whose body takes too long, so that slow senders cannot hold connections forever. */
export function limitArrival(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      const seconds = request.routeOptions.config.arrivalSeconds ?? defaultSeconds
      const timer = setTimeout(() => {
        if (raw.complete || raw.destroyed) return
        // Node itself ends a late request in the same way.
        sendRawReply(raw.socket, 408, headers, () => raw.destroy())
      }, seconds * 1000)
      timer.unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
