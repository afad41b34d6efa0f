import { waysBack } from '../../content/back-links.ts'
import { paths } from '../../contracts/paths.ts'

/** The way back to the home page, as a button or as a quiet link. */
export function BackHome({ look }: { look: 'button' | 'link' }) {
  return (
    <a className={`back ${look === 'button' ? 'btn btn-quiet btn-small' : 'text-link'}`} href={paths.home}>
      {waysBack.home}
    </a>
  )
}
