import type { Site } from '../../contracts/site.ts'
export function SiteHeader({ site }: { site: Site }) {
  return <header>{site.name}</header>
}
