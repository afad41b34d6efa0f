import type { ComponentType } from 'react'
import { paths } from '../../contracts/paths.ts'
import type { PostSummary } from '../../contracts/posts.ts'
import type { Site } from '../../contracts/site.ts'
import type { HomeSection } from '../../contracts/site-content/sections.ts'
import { Island } from '../island.tsx'
import { NewsletterPanel } from '../newsletter/newsletter-panel.tsx'
import type { Page } from '../page.ts'
import { organizationData } from '../site/organization-data.ts'
import { AppDevelopmentSection } from './app-development-section.tsx'
import { AppsSection } from './apps-section.tsx'
import { CommunitySection } from './community-section.tsx'
import { ContactSection } from './contact-section.tsx'
import { Hero } from './hero.tsx'
import { InsightsSection } from './insights-section.tsx'
import { LatestPostsSection } from './latest-posts-section.tsx'
import { OnSiteTrainingSection } from './on-site-training-section.tsx'
import { ServicesSection } from './services-section.tsx'
import { StatsSection } from './stats-section.tsx'

export const home: Page<{ posts: PostSummary[] }> = {
  head: ({ site }) => ({
    title: `${site.name}: ${site.content.hero.title}`,
    description: site.content.hero.lead,
    canonical: paths.home,
    data: [{ '@context': 'https://schema.org', ...organizationData(site) }],
  }),
  styles: 'home',
  Body: ({ site, posts }) => (
    <main id="main" className="home" tabIndex={-1}>
      <Hero site={site} />
      {site.content.homeLayout.sections.map(({ part, isShown }) => {
        const Section = sections[part]
        return isShown && <Section key={part} site={site} posts={posts} />
      })}
    </main>
  ),
}

type SectionProps = { site: Site; posts: PostSummary[] }

/** The sections below the headline, in the order that editors chose */
const sections: Record<HomeSection, ComponentType<SectionProps>> = {
  services: ServicesSection,
  appDevelopment: AppDevelopmentSection,
  stats: StatsSection,
  community: CommunitySection,
  apps: AppsSection,
  insights: InsightsSection,
  onSiteTraining: OnSiteTrainingSection,
  latestPosts: LatestPostsSection,
  newsletterBox: NewsletterSection,
  contact: ContactSection,
}

function NewsletterSection({ site }: SectionProps) {
  return (
    <div className="wrap newsletter-part">
      <Island
        of={NewsletterPanel}
        name="NewsletterPanel"
        props={{ words: site.content.newsletterBox, heading: 'h2' }}
        when="interaction"
      />
    </div>
  )
}
