import type { FastifyInstance } from 'fastify'
import { sendRawReply } from '../raw-replies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to arrive, where it is more than the usual half minute. */
    arrivalSeconds?: number
  }
}

const usual = 30
/** What no route may exceed. */
export const maxBodySeconds = 300

/** Ends requests whose body takes too long: a slow sender cannot hold a place for ever. */
export function limitArrival(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      const seconds = request.routeOptions.config.arrivalSeconds ?? usual
      const timer = setTimeout(() => {
        if (raw.complete || raw.destroyed) return
        // The way in which Node itself ends a request that is late.
        sendRawReply(raw.socket, 408, headers, () => raw.destroy())
      }, seconds * 1000)
      timer.unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
