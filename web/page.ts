import type { ReactNode } from 'react'
import type { Site } from '../contracts/site.ts'

export type Head = {
  /** Without the site's name, which the document adds; the home page gives the whole title. */
  title: string
  description: string
  /** Path of the canonical address; left out where a page must not be indexed. */
  canonical?: string
}

export type PageProps<Props> = Props & { site: Site }

/** One public page: what stands in its head, which frame it has, what it shows. */
export type Page<Props> = {
  head: (props: PageProps<Props>) => Head
  /** `site`: header with navigation and footer; `bare`: the page brings its own frame. */
  frame: 'site' | 'bare'
  Body: (props: PageProps<Props>) => ReactNode
}
