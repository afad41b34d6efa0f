import type { ComponentType } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { Island } from '../../../../core/web/island.tsx'
import type { Page } from '../../../../core/web/page.ts'
import { BookingLink } from '../../../../core/web/site/booking-link.tsx'
import { CountedLink } from '../../../../core/web/site/counted-link.tsx'
import appSketch from '../../../../core/web/site/illustrations/app-sketch.svg?drawing'
import { Drawing } from '../../../../core/web/site/illustrations/drawing.tsx'
import kitchenTable from '../../../../core/web/site/illustrations/kitchen-table.svg?drawing'
import { NextSteps } from '../../../../core/web/site/next-steps.tsx'
import { organizationData } from '../../../../core/web/site/organization-data.ts'
import { ContactPanel } from '../../../../features/people/web/contact-panel.tsx'
import { postPaths } from '../../../../features/posts/contract/post-paths.ts'
import type { PostSummary } from '../../../../features/posts/contract/posts.ts'
import { PostList } from '../../../../features/posts/web/blog/post-list.tsx'
import { isShownOnHome } from '../../../../features/site/contract/site-content/home-parts.ts'
import { featuresOn } from '../features.ts'
import { AppsSection } from './apps-section.tsx'
import { figureSize } from './figure-size.ts'
import { Hero } from './hero.tsx'
import { InsightsSection } from './insights-section.tsx'
import { OnSiteTrainingSection } from './on-site-training-section.tsx'
import { ServicesSection } from './services-section.tsx'

export const home: Page<{
  posts: PostSummary[]
  /** Data of the parts that features add, by section */
  data: Record<string, unknown>
}> = {
  head: ({ site }) => ({
    title: `${site.name}: ${site.content.hero.title}`,
    description: site.content.hero.lead,
    canonical: paths.home,
    data: [{ '@context': 'https://schema.org', ...organizationData(site) }],
  }),
  styles: 'home',
  Body: ({ site, posts, data }) => {
    const parts: Record<string, ComponentType<SectionProps>> = Object.assign(
      {},
      sections,
      ...featuresOn(site).map(({ homeParts }) => homeParts),
    )
    return (
      <main id="main" className="home" tabIndex={-1}>
        <Hero site={site} />
        {site.content.homeLayout.sections.map(({ part }) => {
          const Section = parts[part]
          if (!Section || !isShownOnHome(site, part)) return null
          return <Section key={part} site={site} posts={posts} data={data[part]} />
        })}
      </main>
    )
  },
}

type SectionProps = { site: Site; posts: PostSummary[]; data: unknown }

/** The sections below the headline, in the order that editors chose */
const sections = {
  services: ServicesSection,
  appDevelopment: AppDevelopmentSection,
  stats: StatsSection,
  community: CommunitySection,
  apps: AppsSection,
  insights: InsightsSection,
  onSiteTraining: OnSiteTrainingSection,
  latestPosts: LatestPostsSection,
  contact: ContactSection,
}

function LatestPostsSection({ site, posts }: { site: Site; posts: PostSummary[] }) {
  if (posts.length === 0) return null
  const words = site.content.latestPosts
  return (
    <section className="section latest" aria-labelledby="latest-title">
      <div className="wrap">
        <h2 id="latest-title">{words.title}</h2>
        <PostList posts={posts} site={site} heading="h3" compact hasPictures />
        <a className="btn btn-quiet" href={postPaths.blog}>
          {words.all}
        </a>
      </div>
    </section>
  )
}

function ContactSection({ site }: { site: Site }) {
  const words = site.content.contact
  return (
    <section className="section" id="contact" aria-label={words.title}>
      <div className="wrap form-columns">
        <Island
          of={ContactPanel}
          name="ContactPanel"
          props={{ heading: 'h2', done: false, words }}
          when="interaction"
        />
        <NextSteps words={words} heading="h3" />
      </div>
    </section>
  )
}

function CommunitySection({ site }: { site: Site }) {
  const words = site.content.community
  return (
    <section className="people" aria-labelledby="people-title">
      <div className="wrap people-grid">
        <Drawing of={kitchenTable} className="people-art" />
        <div className="people-text">
          <h2 id="people-title">{words.title}</h2>
          <p className="lead">{words.lead}</p>
          <CountedLink className="btn" href={site.communityUrl} service="community-join">
            {words.button}
          </CountedLink>
        </div>
      </div>
    </section>
  )
}

function AppDevelopmentSection({ site }: { site: Site }) {
  const words = site.content.appDevelopment
  return (
    <section className="band" aria-labelledby="app-development-title">
      <div className="wrap band-grid">
        <div>
          <h2 id="app-development-title">{words.title}</h2>
          <p className="band-lead">{words.lead}</p>
          {words.cost && (
            <p className="band-cost">
              {words.costLabel}
              <b>{words.cost}</b>
              {words.costNote}
            </p>
          )}
          <BookingLink site={site} service="vision-meeting">
            {words.button}
          </BookingLink>
        </div>
        <Drawing of={appSketch} />
      </div>
    </section>
  )
}

function StatsSection({ site }: { site: Site }) {
  const words = site.content.stats
  return (
    <section className="section" aria-labelledby="stats-title">
      <div className="wrap stats">
        <h2 id="stats-title">{words.title}</h2>
        {words.figures.length > 0 && (
          <ul className="stats-figures">
            {words.figures.map((figure) => (
              <li key={figure.id}>
                <b className={figureSize(figure.value)}>{figure.value}</b> <span>{figure.label}</span>
              </li>
            ))}
          </ul>
        )}
        {words.button && !site.off.includes('community') && (
          <div className="stats-more">
            <CountedLink className="btn btn-quiet" href={site.communityUrl} service="community-help">
              {words.button}
            </CountedLink>
          </div>
        )}
      </div>
    </section>
  )
}
