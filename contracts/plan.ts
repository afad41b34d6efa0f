/** Topics of on-site training */
export const planTopics = ['leadership', 'strategic-planning', 'fundraising', 'ai-implementation'] as const
export type PlanTopic = (typeof planTopics)[number]

export const planTopicLabels: Record<PlanTopic, string> = {
  leadership: 'Leadership',
  'strategic-planning': 'Strategic planning',
  fundraising: 'Fundraising strategies',
  'ai-implementation': 'AI implementation',
}

/** What a person on the waitlist prefers */
export const planFormats = ['in-person', 'online', 'either'] as const
export type PlanFormat = (typeof planFormats)[number]

export const planFormatLabels: Record<PlanFormat, string> = {
  'in-person': 'In person',
  online: 'Online',
  either: 'Either works',
}

/** Days of the week by ISO 8601 number, 1 for Monday */
export const weekdayNames: Record<number, string> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}
