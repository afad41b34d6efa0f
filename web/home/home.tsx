import { hero } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { PostSummary } from '../../contracts/posts.ts'
import { Island } from '../island.tsx'
import { NewsletterPanel } from '../newsletter/newsletter-panel.tsx'
import type { Page } from '../page.ts'
import { organizationData } from '../site/organization-data.ts'
import { AppDevelopmentSection } from './app-development-section.tsx'
import { AppsSection } from './apps-section.tsx'
import { ContactSection } from './contact-section.tsx'
import { Hero } from './hero.tsx'
import { InsightsSection } from './insights-section.tsx'
import { LatestPostsSection } from './latest-posts-section.tsx'
import { OnSiteTrainingSection } from './on-site-training-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { ServicesSection } from './services-section.tsx'
import { StatsSection } from './stats-section.tsx'

export const home: Page<{ posts: PostSummary[] }> = {
  head: ({ site }) => ({
    title: `${site.name}: ${hero.title}`,
    description: hero.lead,
    canonical: paths.home,
    data: [{ '@context': 'https://schema.org', ...organizationData(site) }],
  }),
  styles: 'home',
  Body: ({ site, posts }) => (
    <main id="main" className="home" tabIndex={-1}>
      <Hero site={site} />
      <ServicesSection site={site} />
      <AppDevelopmentSection site={site} />
      <StatsSection site={site} />
      <PeopleSection site={site} />
      <AppsSection site={site} />
      <InsightsSection />
      <OnSiteTrainingSection site={site} />
      <LatestPostsSection site={site} posts={posts} />
      <div className="wrap newsletter-part">
        <Island of={NewsletterPanel} name="NewsletterPanel" props={{ heading: 'h2' }} when="interaction" />
      </div>
      <ContactSection />
    </main>
  ),
}
