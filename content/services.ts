/** The three services: all text of their cards on the home page. The labels of the buttons are in home.ts. */
export type Service = {
  id: 'inform' | 'plan' | 'integrate'
  name: string
  promise: string
  offers: string[]
  problem: string
  solution: string
  looksLike: string
  /** Shown as the stops along a drawn path */
  steps?: { name: string; text: string }[]
  /** Text after the steps */
  afterSteps?: string
  whyItMatters: string
  figures?: { value: string; label: string }[]
}

export const services: Service[] = [
  {
    id: 'inform',
    name: 'INFORM',
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
  },
  {
    id: 'plan',
    name: 'PLAN',
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
      { name: 'Mission', text: 'What you’re here to do, and who you do it for.' },
      { name: 'Objectives', text: 'What should change, and how you’ll know it did.' },
      { name: 'Strategy', text: 'Where AI helps, and where people need to lead.' },
      { name: 'Tactics', text: 'Who does what, with which tool, by when.' },
    ],
    afterSteps:
      'You leave with a 90-day action plan in writing. It covers safety too: what never goes into an AI tool, and how you protect accounts and data.',
    whyItMatters:
      'A short plan that everyone understands gets used. Your people know what to do on Monday, and what must stay private.',
  },
  {
    id: 'integrate',
    name: 'INTEGRATE',
    promise: 'Get tools built around the way you already work.',
    offers: ['Custom AI apps', 'AI automations', 'An app suite'],
    problem:
      'The same names and numbers get copied from one place to the next, week after week. It is slow, and it is where mistakes creep in.',
    solution:
      'We build what fits: a custom AI app, an automation that takes over a routine, or an app from our suite.',
    looksLike:
      'We start with the one task that costs you the most time. We build, you try it, we adjust. Then we take the next one.',
    whyItMatters: 'Your people get their hours back, and less money goes to busywork.',
    figures: [
      { value: '35%', label: 'average productivity gain' },
      { value: 'up to 25%', label: 'lower operating costs' },
    ],
  },
]
