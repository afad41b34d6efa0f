import type { AppId, SiteContent } from '../../../core/contract/site.ts'
import type { App } from '../contract/site-content/sections.ts'

/**
 * The text about the family of apps. The addresses of these apps are settings (core/words/brand.ts). The home page shows
 * the apps with `onHome`, with their `summary`; the apps page shows all of them, with their `text`.
 */
export const apps: Omit<SiteContent['apps'], 'list'> & { list: (App & { id: AppId })[] } = {
  title: 'Family of Apps',
  lead: 'Small tools for the jobs that eat up your day.',
  badge: 'New',
  all: 'View All Apps',
  list: [
    {
      id: 'beezy',
      mark: 'beezy',
      url: '',
      onHome: true,
      name: 'Beezy',
      tagline: 'Scheduling without the back-and-forth',
      summary: 'Share one link. People pick a time, and your contact details go with it.',
      text: 'Share one link and let people choose a time that works. Your contact details travel with it, so no one has to hunt for your number. You can start with the free option.',
      tags: ['Scheduling', 'Contact Management', 'Free Available'],
      button: 'Try Beezy Free',
    },
    {
      id: 'pricevue',
      mark: 'pricevue',
      url: '',
      onHome: true,
      name: 'PriceVue',
      tagline: 'Know what it’s worth',
      summary: 'AI looks at the market, so you can set a fair resale price.',
      text: 'You have something to resell and no idea what to charge. PriceVue uses AI to look at the market and helps you set a price you can stand behind.',
      tags: ['Pricing Intelligence', 'Market Analysis', 'AI-Powered'],
      button: 'Launch PriceVue',
    },
    {
      id: 'ninety-day-plan',
      mark: 'ninety-day-plan',
      url: '',
      onHome: true,
      name: '90 Day Plan',
      tagline: 'From where you are to what’s next',
      summary: 'Take stock of your work, then plan the next 90 days with AI.',
      text: 'Start with an honest look at where your organization is today. Then let AI help you turn it into a 90-day plan, one step at a time.',
      tags: ['Strategic Planning', 'AI-Powered', 'Goal Setting'],
      button: 'Start Your Plan',
    },
    {
      id: 'calmpath',
      mark: 'calmpath',
      url: '',
      onHome: true,
      name: 'CalmPath',
      tagline: 'Small steps for hard days',
      summary: 'Tools for your mental wellness. Pay what you can.',
      text: 'Tools for your mental wellness, and assessments that help you see how you are doing. Take one small step at a time. You pay what you can.',
      tags: ['Mental Wellness', 'Assessments', 'Pay What You Can'],
      button: 'Explore CalmPath',
    },
    {
      id: 'adhd-assessment',
      mark: 'adhd-assessment',
      url: '',
      onHome: false,
      name: 'ADHD Assessment',
      tagline: 'Clear answers, no name required',
      summary: 'Anonymous screening with validated tools, and a report you can keep.',
      text: 'Answer at your own pace and stay anonymous. It uses validated clinical screening tools (ASRS, WFIRS-S, and WURS) and gives you a PDF report that you can keep or take to your doctor.',
      tags: ['Clinical Screening', 'Anonymous', 'PDF Reports'],
      button: 'Take Assessment',
    },
  ],
}
