import { type ComponentType, createContext, use } from 'react'
import type { Site } from '../../../../core/contract/site.ts'

/** What other features show below a post and below the list of posts */
export const AfterPostsContext = createContext<ComponentType<{ site: Site }>[]>([])

export const AfterPosts = ({ site }: { site: Site }) =>
  use(AfterPostsContext).map((Part) => <Part key={Part.name} site={site} />)
