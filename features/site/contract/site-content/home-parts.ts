import type { Site } from '../../../../core/contract/site.ts'

/** False for a section of the home page that editors have hidden, or that belongs to what is switched off */
export const isShownOnHome = ({ off, content }: Pick<Site, 'off' | 'content'>, part: string): boolean =>
  !off.includes(part) &&
  content.homeLayout.sections.some((section) => section.part === part && section.isShown)
