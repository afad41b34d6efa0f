import { paths } from '../../../contracts/paths.ts'
import { navigate } from '../history.ts'

/** An empty form, ready to be written in. */
export async function openNewForm(): Promise<void> {
  if (!(await navigate(paths.adminTab('create')))) return
  requestAnimationFrame(() => document.getElementById('post-title')?.focus())
}
