import { root } from '../../bin/prepare.js'
import { paths } from '../../core/contract/paths.ts'
import { type FakeAi, startFakeAi } from '../fakes/fake-ai.ts'
import { freePort } from './free-port.ts'
import { adminEnvironment } from './sign-in.ts'
import type { StartedApp } from './started-app.ts'
import { startLikeUnit } from './systemd-unit.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

export const metricsToken = 'a-token-of-the-proxy-tests'

export type Site = {
  fake: FakeAi
  /** Three instances with one database and one folder */
  instances: StartedApp[]
  connectionString: string
  /** Starts an instance again, on the port that it had, from the folder of a version. */
  restart(index: number, version?: string): Promise<void>
  stop(): Promise<void>
}

/** Starts three instances with the command of the systemd unit, and a fake AI service for them. */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const steps: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of steps.reverse()) await step()
  }
  const folder = await temporaryFolder((remove) => steps.push(remove))
  const postgres = await startTemporaryPostgres()
  steps.push(() => postgres.stop())
  const fake = await startFakeAi()
  steps.push(() => fake.close())
  const env = {
    ...adminEnvironment,
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: folder,
    PUBLIC_URL: 'https://localhost',
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'warn',
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: fake.url,
    AI_MODEL: 'fake',
    ...settings,
  }
  const start = (port: number, version = root) =>
    startLikeUnit({ ...env, PORT: String(port) }, (end) => steps.push(end), { folder: version })
  const instances: StartedApp[] = []
  for (let number = 0; number < 3; number++) {
    const app = await start(await freePort())
    await app.isReady()
    instances.push(app)
  }
  return {
    fake,
    instances,
    connectionString: postgres.connectionString,
    async restart(index, version) {
      const app = await start(instances[index]?.port ?? 0, version)
      await app.isReady()
      instances[index] = app
    },
    stop,
  }
}

/** The metrics of one instance, read without a proxy. */
export async function readMetrics(app: StartedApp): Promise<string> {
  const response = await fetch(app.url + paths.metrics, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  return response.status === 200 ? response.text() : `status ${response.status}`
}
