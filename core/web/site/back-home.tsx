import { paths } from '../../contract/paths.ts'
import { waysBack } from '../../words/back-links.ts'

/** A link back to the home page that looks like a button or a plain link */
export function BackHome({ look }: { look: 'button' | 'link' }) {
  return (
    <a className={`back ${look === 'button' ? 'btn btn-quiet btn-small' : 'text-link'}`} href={paths.home}>
      {waysBack.home}
    </a>
  )
}
