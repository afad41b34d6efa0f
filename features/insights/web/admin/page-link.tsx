import { nameOfPage } from '../../../site/contract/page-name.ts'

export function PageLink({ path, title }: { path: string; title?: string | null }) {
  return (
    <a href={path} dir="auto">
      {nameOfPage(path, title)}
    </a>
  )
}
