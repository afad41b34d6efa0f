import { features } from '../../app/features.ts'
import { paths } from '../../core/contract/paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { launchApp } from './app-process.ts'
import { cookiesOf, openBrowser } from './open-browser.ts'
import type { Bench, Row } from './row.ts'

const maxRequests = 16

const screens = [
  paths.adminToday,
  paths.adminTab('manage'),
  paths.adminTab('create'),
  peoplePaths.adminPeople,
  ...features.flatMap(({ adminPaths = [] }) => adminPaths),
  paths.adminOutbox,
  paths.adminSite,
  postPaths.adminOwnPages,
  paths.adminSettings,
  paths.adminGetStarted,
]

/** Requests of each screen of the admin, from an empty cache until the network rests */
export const adminRequests: Bench = {
  name: 'requests of the admin',
  async measure({ databaseUrl }) {
    const app = await launchApp({ DATABASE_URL: await databaseUrl(), ...adminEnvironment })
    const cookies = cookiesOf(await signIn(app.url), app.url)
    const { browser, close } = await openBrowser()
    const rows: Row[] = []
    for (const path of screens) {
      const context = await browser.newContext()
      await context.addCookies(cookies)
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => {
        // A page of the site in a preview has its own bars.
        if (request.frame() === page.mainFrame())
          asked.push(`${request.method()} ${request.url().slice(app.url.length)}`)
      })
      await page.goto(`${app.url}${path}`, { waitUntil: 'networkidle' })
      await context.close()
      rows.push(describe(path, asked))
    }
    await close()
    await app.stop()
    return rows
  },
}

function describe(path: string, asked: string[]): Row {
  const scripts = asked.filter((request) => request.endsWith('.js')).length
  const api = asked.filter((request) => request.includes('/api/')).length
  const twice = asked.filter((request, index) => asked.indexOf(request) < index)
  return {
    what: `requests of ${path} from an empty cache`,
    measured: `${asked.length} (${scripts} scripts, ${api} to the API${twice.length > 0 ? `, twice: ${twice.join(', ')}` : ''})`,
    bar: `<= ${maxRequests}, none twice`,
    ok: asked.length <= maxRequests && twice.length === 0,
  }
}
