import type { SiteContent } from '../../../core/contract/site.ts'

/** The three services: the text of their cards on the home page, and the labels that all cards share. */
export const services: SiteContent['services'] = {
  title: 'Three ways to start. Pick the one you need.',
  lead: 'Learn what AI can do, make a plan you’ll stick to, or have us build it for you.',
  labels: {
    toggle: 'Learn More (Expand Details)',
    problem: 'The problem',
    solution: 'The solution',
    looksLike: 'What it looks like',
    whyItMatters: 'Why it matters',
    bookOpen: 'Book a FREE Consultation',
    bookClosed: 'Book Free 30min Consultation',
  },
  list: [
    {
      id: 'inform',
      name: 'INFORM',
      drawing: 'open-door',
      promise: 'See what AI can do with your own work.',
      offers: ['AI training bootcamps', 'Monthly AI workshops', 'AI networking events'],
      problem:
        'Everyone says you should use AI. Hardly anyone sits down and shows you how. So it stays a novelty, or a worry.',
      solution:
        'We teach it in plain English, hands-on. Bring a real task, like a newsletter, a grant report, or a full inbox, and learn by doing it.',
      looksLike:
        'Bootcamps take you from the first question to daily use. Monthly workshops pick one topic at a time. At networking events you compare notes with people who do work like yours.',
      whyItMatters:
        'Once you understand a tool, you decide what to use it for and what to leave alone. You stop guessing.',
      steps: [],
      afterSteps: '',
      figures: [],
    },
    {
      id: 'plan',
      name: 'PLAN',
      drawing: 'path-with-stops',
      promise: 'Make a plan that starts with your purpose, not with software.',
      offers: [
        '1-on-1 AI coaching',
        'Strategic AI planning with a 90-day action plan',
        'AI plus cybersecurity guidance',
      ],
      problem:
        'New tools come out every week. A list of tools is not a plan, and buying without a plan costs money and trust.',
      solution:
        'We work through four steps with you, in order. Software comes last, because by then you know what it is for.',
      looksLike: 'One-on-one coaching, and four stops on the way:',
      steps: [
        { id: 'mission', name: 'Mission', text: 'What you’re here to do, and who you do it for.' },
        { id: 'objectives', name: 'Objectives', text: 'What should change, and how you’ll know it did.' },
        { id: 'strategy', name: 'Strategy', text: 'Where AI helps, and where people need to lead.' },
        { id: 'tactics', name: 'Tactics', text: 'Who does what, with which tool, by when.' },
      ],
      afterSteps:
        'You leave with a 90-day action plan in writing. It covers safety too: what never goes into an AI tool, and how you protect accounts and data.',
      whyItMatters:
        'A short plan that everyone understands gets used. Your people know what to do on Monday, and what must stay private.',
      figures: [],
    },
    {
      id: 'integrate',
      name: 'INTEGRATE',
      drawing: 'joined-tools',
      promise: 'Get tools built around the way you already work.',
      offers: ['Custom AI apps', 'AI automations', 'An app suite'],
      problem:
        'The same names and numbers get copied from one place to the next, week after week. It is slow, and it is where mistakes creep in.',
      solution:
        'We build what fits: a custom AI app, an automation that takes over a routine, or an app from our suite.',
      looksLike:
        'We start with the one task that costs you the most time. We build, you try it, we adjust. Then we take the next one.',
      steps: [],
      afterSteps: '',
      whyItMatters: 'Your people get their hours back, and less money goes to busywork.',
      figures: [
        { id: 'productivity', value: '35%', label: 'average productivity gain' },
        { id: 'costs', value: 'up to 25%', label: 'lower operating costs' },
      ],
    },
  ],
}
