import { aboutRead } from '../../contracts/about.ts'
import { rights } from '../../contracts/roles.ts'
import { readPostgresRelease } from '../db/postgres-release.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { version } from '../version.ts'

export function addAboutRoutes(app: App, { db }: RouteDeps): void {
  route(app, aboutRead, { audience: 'admin', role: rights.work }, async () => ({
    version,
    postgres: await readPostgresRelease(db),
  }))
}
