import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Name of the connection in the database, of which each instance has one */
export const listenerName = 'everyday-ai listener'

type Log = { info(message: string): void; warn(message: string): void }

/**
 * Listens to NOTIFY channels on its own connection and reconnects whenever the connection breaks. Messages sent in
 * between are lost, so `onReconnect` must assume that everything has changed.
 */
export function listen(options: {
  connectionString: string
  /** Callbacks by channel */
  channels: Record<string, (payload: string) => void>
  onReconnect: () => void
  log: Log
}): { ready: Promise<void>; stop(): Promise<void> } {
  const stopped = new AbortController()
  let client: pg.Client | undefined
  const ready = Promise.withResolvers<void>()

  const loop = async () => {
    let first = true
    let pause = 250
    while (!stopped.signal.aborted) {
      const current = new pg.Client({
        connectionString: options.connectionString,
        connectionTimeoutMillis: 3000,
        keepAlive: true,
        application_name: listenerName,
      })
      client = current
      const closed = new Promise<void>((resolve) => {
        current.on('error', () => resolve())
        current.on('end', () => resolve())
      })
      try {
        await current.connect()
        current.on('notification', (message) => options.channels[message.channel]?.(message.payload ?? ''))
        for (const channel of Object.keys(options.channels)) await current.query(`listen ${channel}`)
        if (!first) {
          options.log.info('listening to notifications again')
          options.onReconnect()
        }
        first = false
        pause = 250
        ready.resolve()
        await closed
        if (!stopped.signal.aborted) options.log.warn('the connection for notifications was lost')
      } catch {
        // The loop retries after a pause. Nothing is logged, because failing queries already report that the database
        // is down.
      }
      await current.end().catch(() => {})
      if (!stopped.signal.aborted) await sleep(pause, undefined, { signal: stopped.signal }).catch(() => {})
      pause = Math.min(pause * 2, 5000)
    }
  }
  const running = loop()

  return {
    ready: ready.promise,
    async stop() {
      stopped.abort()
      await client?.end().catch(() => {})
      await running
    },
  }
}
