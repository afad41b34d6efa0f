import type { EntryForm } from '../../../../contracts/people.ts'

// The content of a row right after its import. Undo keeps a row whose content has changed since.

export const personVersion = (
  form: EntryForm,
  { status, tags, plannedAt }: { status: string; tags: string[]; plannedAt?: Date | undefined },
): string => `${form} ${status} ${JSON.stringify(tags)}${plannedAt ? ` ${plannedAt.toISOString()}` : ''}`

type Subscription = { isActive: boolean; frequency: string; subscribedAt: Date }

/** With the time, because someone may leave and subscribe again. */
export const subscriberVersion = ({ isActive, frequency, subscribedAt }: Subscription): string =>
  `${isActive ? 'yes' : 'no'} ${frequency} ${subscribedAt.toISOString()}`
