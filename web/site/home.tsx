import { paths } from '../../contracts/paths.ts'
import type { Page } from '../page.ts'
export const home: Page<object> = {
  head: () => ({ title: 'x', description: 'y', canonical: paths.home }),
  frame: 'site',
  Body: () => (
    <main id="main">
      <h1>We Make AI Easy for Everyday People</h1>
    </main>
  ),
}
