import { paths } from '../../contract/paths.ts'
import type { Site } from '../../contract/site.ts'

/** A link back to the home page that looks like a button or a plain link */
export function BackHome({ site, look }: { site: Site; look: 'button' | 'link' }) {
  return (
    <a className={`back ${look === 'button' ? 'btn btn-quiet btn-small' : 'text-link'}`} href={paths.home}>
      {site.content.menu.home}
    </a>
  )
}
