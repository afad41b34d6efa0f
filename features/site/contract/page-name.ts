import { paths } from '../../../core/contract/paths.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { sitePaths } from './site-paths.ts'

const names: Record<string, string> = {
  [paths.home]: 'Home page',
  [sitePaths.apps]: 'Apps page',
  [postPaths.blog]: 'Blog home',
  [sitePaths.waitlist]: 'Waitlist page',
  [sitePaths.contact]: 'Contact page',
  [sitePaths.yourData]: 'Your data page',
  [paths.privacyPolicy]: 'Privacy Policy',
  [paths.termsOfService]: 'Terms of Service',
}

/**
 * The name by which the admin calls a public page: "Home page" for `/`. `title` is the title of the post if the page
 * is one (`findPostTitles` in features/posts/server/reading/post-titles.ts). An unknown path is returned unchanged.
 */
export function nameOfPage(path: string, title?: string | null): string {
  return (
    title ??
    names[path] ??
    nameWithin(path, postPaths.blogTag(''), (tag) => `Posts tagged “${tag}”`) ??
    nameWithin(path, postPaths.author(''), (slug) => `Author page “${slug}”`) ??
    nameWithin(path, postPaths.post(''), (slug) => `Post “${slug}”`) ??
    path
  )
}

function nameWithin(path: string, folder: string, name: (rest: string) => string): string | undefined {
  if (!path.startsWith(folder) || path.length === folder.length) return undefined
  const rest = path.slice(folder.length)
  try {
    return name(decodeURIComponent(rest))
  } catch {
    // decodeURIComponent throws if a percent sign in the path is not part of an escape sequence.
    return name(rest)
  }
}
