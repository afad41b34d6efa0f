import type { Site } from '../../contracts/site.ts'
export function SiteFooter({ site }: { site: Site }) {
  return <footer>{site.name}</footer>
}
