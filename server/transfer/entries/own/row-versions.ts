import type { EntryForm } from '../../../../contracts/people.ts'

// What an import leaves in a row. Undo keeps a row that has become something else.

export const personVersion = (
  form: EntryForm,
  { status, tags }: { status: string; tags: string[] },
): string => `${form} ${status} ${JSON.stringify(tags)}`

type Subscription = { isActive: boolean; frequency: string; subscribedAt: Date }

/** With the time, because someone may leave and subscribe again. */
export const subscriberVersion = ({ isActive, frequency, subscribedAt }: Subscription): string =>
  `${isActive ? 'yes' : 'no'} ${frequency} ${subscribedAt.toISOString()}`
